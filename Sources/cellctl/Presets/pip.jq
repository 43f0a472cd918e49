# title: Python packages
# command: pip list --format json
# fits: name, version, latest_version, latest_filetype
# version: 1
def numbers: text // "" | sub("[+].*"; "") | split(".");

records
| (.version | numbers) as $old
| (.latest_version | numbers) as $new
| {
    id: (.name | if type == "string" then ascii_downcase | split("_") | join("-") | split(".") | join("-") else . end | key),
    title: ([.name, "(no name)"] | some),
    subtitle: (if .latest_version then "\(.version | text // "?") → \(.latest_version | text)" else null end),
    footnote: (.editable_project_location | text),
    tags: [if .editable_project_location then "editable" else empty end],
    href: (.name | text // empty | "https://pypi.org/project/\(@uri)/"),
    status: [
      if .latest_version == null then .version | text // empty
      elif $old[0] != $new[0] then {text: "Major", state: "critical"}
      elif $old[1] != $new[1] then {text: "Minor", state: "informative"}
      else {text: "Patch", state: "neutral"} end
    ]
  }
