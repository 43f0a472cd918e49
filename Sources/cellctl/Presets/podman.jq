# title: Podman containers
# alias: containers
# command: podman ps --all --format json
# fits: Id, Names, ImageID, State, ExitedAt
# version: 1
def port: (.range // 1) as $count
  | (if .host_ip // "" | . == "" or . == "0.0.0.0" then "" else "\(.host_ip):" end)
  + "\(.host_port)\(if $count > 1 then "-\(.host_port + $count - 1)" else "" end)"
  + (if .host_port == .container_port then "" else " → \(.container_port)" end)
  + (if (.protocol // "tcp") == "tcp" then "" else "/\(.protocol)" end);

records
| (.Status | text // "") as $status
| (.State | text // "" | ascii_downcase) as $state
| {
    id: (.Id | key),
    title: ([(.Names | if type == "array" then .[0] else . end), (.Id | text // "" | .[:12]), "(no name)"] | some),
    subtitle: (.Image | text // "" | sub("^docker\\.io/(library/)?"; "")),
    footnote: ([.Ports[]? | port] | unique | join(", ")),
    tags: [.PodName | text // empty | select(. != "") | "pod \(.)"],
    status: [
      (if $status | test("unhealthy") then {text: "Unhealthy", state: "negative"}
      elif $status | test("starting") then {text: "Starting", state: "informative"}
      elif $status | test("healthy") then {text: "Healthy", state: "positive"}
      elif $state == "exited" or $state == "stopped"
      then {text: "Exited \(.ExitCode | text // "?")", state: (if .ExitCode == 0 then "neutral" else "negative" end)}
      elif $state == "" then empty
      else {text: (($state[:1] | ascii_upcase) + $state[1:]), state: (if $state == "created" then "neutral" else $state | state end)} end),
      (first(if $state == "exited" then .ExitedAt else empty end, .StartedAt, .Created | select(type == "number" and . > 0))
        // null | age // empty)
    ]
  }
