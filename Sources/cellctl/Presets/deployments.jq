# title: Kubernetes deployments
# command: kubectl get deployments --all-namespaces --output=json
# fits: items/*/kind=Deployment, items/*/metadata/name, items/*/spec
# version: 1

# "ghcr.io/acme/web:1.42.0@sha256:…" to "web:1.42.0".
def image: text // empty | split("/") | last | split("@")[0];

records | if .items then .items[] else . end
| (.spec.replicas // 1) as $wanted
| (.status.readyReplicas // 0) as $ready
| (.status.updatedReplicas // 0) as $updated
| [.status.conditions[]? | select(
    .type == "ReplicaFailure" and .status == "True" or .type != "ReplicaFailure" and .status == "False")] as $problems
| {
    id: (.metadata.uid // [.metadata.namespace, .metadata.name] | key),
    title: ([.metadata.name, "(no name)"] | some),
    subtitle: ([
      .metadata.namespace,
      (if $updated < $wanted then "\($updated)/\($wanted) updated" else null end),
      (if (.status.unavailableReplicas // 0) > 0 then "\(.status.unavailableReplicas) unavailable" else null end)
    ] | line),
    tags: ([(if .spec.paused then "paused" else empty end), (.spec.template.spec.containers[]? | .image | image)] | .[:4]),
    description: ($problems | map(.message) | some),
    status: [
      {
        text: "\($ready)/\($wanted)",
        state: (
          if any($problems[]; .reason == "ProgressDeadlineExceeded" or .type == "ReplicaFailure") then "negative"
          elif $wanted == 0 then "neutral"
          elif $ready >= $wanted then (if $updated < $wanted then "informative" else "positive" end)
          elif $ready == 0 then "negative" else "critical" end
        )
      },
      (.metadata.creationTimestamp | age // empty)
    ]
  }
