# title: Changes of a Terraform plan
# command: terraform show -json tfplan
# fits: format_version, terraform_version, planned_values
# version: 1

# The names of the attributes that change. Their values can be secret.
def changes: .change as $change
  | [$change | .before, .after, .after_unknown | objects | keys[]] | unique
  | map(select(. as $name | $change.after_unknown[$name]? == true or $change.before[$name]? != $change.after[$name]?))
  | if length > 8 then .[:7] + ["\(length - 7) more"] else . end | join(", ");

records
| (if .resource_changes then .resource_changes[] elif .change then . else empty end)
| (.change.actions // []) as $actions
| select($actions != ["no-op"] or .previous_address or .change.importing)
| {
    id: ([.address, .deposed] | map(select(. != null)) | key),
    title: ([.address, .name, "(no address)"] | some),
    subtitle: ([
      (.provider_name | text // "" | split("/") | last | if . == "terraform" then null else . end),
      (if .previous_address then "was \(.previous_address)" else null end),
      (.action_reason | text // "" | split("_") | join(" "))
    ] | line),
    description: (
      if $actions == ["create"] or $actions == ["delete"] or $actions == ["read"] or $actions == ["no-op"] then null
      else changes | if . == "" then null else "Changes \(.)" end end
    ),
    tags: [
      (if .mode == "data" then "data" else empty end),
      (if .deposed then "deposed" else empty end),
      ([.change.replace_paths[]?[0]? | text // empty] | unique | .[:3][] | "forced by \(.)")
    ],
    status: [
      if .change.importing then {text: "Import", state: "informative"}
      elif $actions == ["create"] then {text: "Create", state: "positive"}
      elif $actions == ["update"] then {text: "Update", state: "critical"}
      elif $actions == ["delete"] then {text: "Delete", state: "negative"}
      elif $actions == ["read"] then {text: "Read", state: "informative"}
      elif $actions == ["no-op"] then {text: "Move", state: "informative"}
      elif $actions == ["forget"] then {text: "Forget", state: "critical"}
      elif $actions | index("delete") and index("create") then {text: "Replace", state: "negative"}
      else {text: ($actions | join(", ")), state: "critical"} end
    ]
  }
