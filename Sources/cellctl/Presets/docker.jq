# title: Docker containers
# alias: containers
# command: docker ps --all --format '{{json .}}'
# fits: ID, Names, Image, State, Status, CreatedAt, !Service
# version: 1

# "2 days" to "2d", "About an hour" to "1h".
def short: [capture("(?<count>[0-9]+|an?) (?<unit>second|minute|hour|day|week|month|year)")] | first
  | if . == null then null else
    (if .count | startswith("a") then "1" else .count end)
    + {second: "s", minute: "m", hour: "h", day: "d", week: "w", month: "mo", year: "y"}[.unit] end;
# "0.0.0.0:80->80/tcp, :::80->80/tcp" to "80", "127.0.0.1:8080->80/tcp" to "127.0.0.1:8080 → 80".
def ports: split(", ") | map(gsub("/tcp$|^0\\.0\\.0\\.0:|^\\[?::\\]?:"; "") | split("->")
    | if .[0] == .[1] then .[0] else join(" → ") end)
  | reduce .[] as $port ([]; if index($port) then . else . + [$port] end) | join(", ");
def health: [capture("\\((?<word>healthy|unhealthy|health: starting)\\)$").word] | first;
def code: [capture("^Exited \\((?<code>[0-9]+)\\)").code] | first;

records
| (.Status | text // "") as $status
| ($status | health) as $health
| ($status | code) as $code
| (.State | text // ($status | split(" ")[0]) | ascii_downcase) as $state
| {
    id: (.ID | key),
    title: ([.Names, (.ID | text // "" | .[:12]), "(no name)"] | some),
    subtitle: (.Image | text),
    footnote: (.Ports | text // "" | ports),
    tags: [.Labels | text // "" | [capture("(^|,)com\\.docker\\.compose\\.project=(?<name>[^,]+)").name] | first // empty],
    status: [
      (if $health == "unhealthy" then {text: "Unhealthy", state: "negative"}
      elif $health == "health: starting" then {text: "Starting", state: "informative"}
      elif $health == "healthy" then {text: "Healthy", state: "positive"}
      elif $code then {text: "Exited \($code)", state: (if $code == "0" then "neutral" else "negative" end)}
      elif $state == "" then empty
      else {text: (($state[:1] | ascii_upcase) + $state[1:]), state: (if $state == "created" then "neutral" else $state | state end)} end),
      ($status | short // empty)
    ]
  }
