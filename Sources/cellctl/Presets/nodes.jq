# title: Kubernetes nodes
# command: kubectl get nodes --output=json
# fits: items/*/kind=Node, items/*/metadata/name, items/*/status/conditions
# version: 1

# "16384Ki" to bytes.
def quantity: text // "" | [capture("^(?<count>[0-9]+)(?<unit>[KMGT]i)?$")] | first | if . == null then null else
  (.count | tonumber) * ({Ki: 1024, Mi: 1048576, Gi: 1073741824, Ti: 1099511627776}[.unit // ""] // 1) end;

records | if .items then .items[] else . end
| ([.status.conditions[]? | select(.type == "Ready")][0]) as $ready
| [.status.conditions[]? | select(.type != "Ready" and .status == "True")] as $pressures
| [.metadata.labels // {} | keys_unsorted[] | select(startswith("node-role.kubernetes.io/")) | split("/")[1]] as $roles
| {
    id: (.metadata.uid // .metadata.name | key),
    title: ([.metadata.name, "(no name)"] | some),
    subtitle: ([($roles | join(", ")), .status.nodeInfo.kubeletVersion, .status.nodeInfo.osImage] | line),
    footnote: ([
      ([.status.addresses[]? | select(.type == "InternalIP").address] | first),
      (.status.capacity.cpu | text // empty | "\(.) CPU"),
      (.status.capacity.memory | quantity // empty | size)
    ] | line),
    tags: ([$pressures[].type, (.spec.taints[]? | select(.key | tostring | test("^node(-role)?\\.kubernetes\\.io/") | not)
      | "\(.key)\(if .value then "=\(.value)" else "" end)")] | .[:4]),
    description: (
      if $ready.status == "True" and $pressures == [] then null
      else [$pressures[].message, $ready.message] | some end
    ),
    status: [
      (if $ready.status == "True" then
        (if $pressures == [] then {text: "Ready", state: "positive"} else {text: "Ready", state: "critical"} end)
      elif $ready.status == "Unknown" or $ready == null then {text: "Unknown", state: "negative"}
      else {text: "Not ready", state: "negative"} end),
      (if .spec.unschedulable then {text: "Cordoned", state: "critical"} else .metadata.creationTimestamp | age // empty end)
    ]
  }
