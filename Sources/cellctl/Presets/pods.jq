# title: Kubernetes pods
# command: kubectl get pods --all-namespaces --output=json
# fits: items/*/kind=Pod, items/*/metadata/name, items/*/status
# version: 1

# "ghcr.io/acme/web:1.42.0@sha256:…" to "web:1.42.0".
def image: text // empty | split("/") | last | split("@")[0];
# The word of kubectl's column STATUS.
def word: ([.status.initContainerStatuses[]?.state | .waiting, .terminated | select(.) | select(.exitCode != 0)][0]) as $init
  | [.status.containerStatuses[]?.state | .waiting, .terminated | .reason | select(. and . != "Completed")] as $reasons
  | if .metadata.deletionTimestamp then "Terminating"
    elif .status.reason then .status.reason
    elif $init and .status.phase == "Pending" then "Init:\($init.reason // "Error")"
    elif $reasons != [] then $reasons[0]
    elif .status.phase == "Succeeded" then "Completed"
    else .status.phase end;

records | if .items then .items[] else . end
| (.status.containerStatuses // []) as $containers
| ([$containers[] | select(.ready)] | length) as $ready
| ([(.spec.containers // [] | length), ($containers | length)] | max) as $count
| ([$containers[].restartCount // 0] | add // 0) as $restarts
| (word | text // "Unknown") as $word
| {
    id: (.metadata.uid // [.metadata.namespace, .metadata.name] | key),
    title: ([.metadata.name, "(no name)"] | some),
    subtitle: ([
      .metadata.namespace,
      (if $count > 0 and $word != "Completed" then "\($ready)/\($count) ready" else null end),
      (if $restarts == 1 then "1 restart" elif $restarts > 0 then "\($restarts) restarts" else null end)
    ] | line),
    footnote: ([.spec.nodeName, .status.podIP] | line),
    tags: (reduce (.spec.containers[]? | .image | image) as $image ([]; if index($image) then . else . + [$image] end) | .[:3]),
    description: (
      if $word == "Completed" or ($word == "Running" and $ready == $count) then null else
        [
          .status.message,
          ($containers[] | .state.waiting.message // .lastState.terminated.message),
          (.status.initContainerStatuses[]?.state.waiting.message),
          (.status.conditions[]? | select(.status == "False" and .message) | .message)
        ] | some
      end
    ),
    status: [
      {
        text: $word,
        state: (
          if $word == "Completed" then "neutral"
          elif $word == "Running" then (if $ready < $count then "critical" else "positive" end)
          elif $word | test("^Init:(Err|Crash|OOM|Image)|Error|BackOff|Killed|Invalid") then "negative"
          else $word | sub("^Init:"; "") | state end
        )
      },
      (.metadata.creationTimestamp | age // empty)
    ]
  }
