# title: Outdated packages of npm
# command: npm outdated --json --long
# exit: 0, 1
# fits: */wanted, */latest, */dependent
# version: 1
def numbers: text // "" | sub("[-+].*"; "") | split(".");
def change(from; to): (from | numbers) as $old | (to | numbers) as $new
  | if from == to then {text: "Current", state: "positive"}
    elif $old[0] != $new[0] then {text: "Major", state: "critical"}
    elif $old[1] != $new[1] then {text: "Minor", state: "informative"}
    else {text: "Patch", state: "neutral"} end;

def packages: if type == "array" then .[] else . end;

([.[] | packages.dependent] | unique | length > 1) as $has_workspaces
| to_entries[]
| .key as $name
| (.value | packages)
| select(.wanted or .latest)
| {
    id: ([$name, (.location // .dependent)] | key),
    title: (if $name == "" then "(no name)" else $name end),
    subtitle: ([
      "\(.current | text // "–") → \(.latest | text // "?")",
      (if .wanted and .wanted != .latest and .wanted != .current then "wanted \(.wanted)" else null end)
    ] | line),
    tags: [(.type | text // empty | select(. != "dependencies") | sub("Dependencies$"; "")), (if $has_workspaces then .dependent | text // empty | "in \(.)" else empty end)],
    href: "https://www.npmjs.com/package/\($name)",
    status: [if .current == null then {text: "Missing", state: "negative"} else change(.current; .latest) end]
  }
