# title: Commits of a Git repository
# command: git --no-pager log --max-count=200 --no-show-signature --no-color --format=%H%x09%P%x09%ct%x09%an%x09%D%x09%s
# from: lines
# version: 1
(.text | split("\t")) as $fields
| select($fields[0] | test("^[0-9a-f]{40,64}$"))
| ($fields[1] // "" | split(" ") | length) as $parents
| {
    id: $fields[0],
    title: ([($fields[5:] | join(" ")), "(no subject)"] | some),
    subtitle: ([$fields[3], $fields[0][:10]] | line),
    tags: ([
      (if $parents > 1 then "merge" else empty end),
      ($fields[4] // "" | split(", ")[] | sub("^HEAD -> |^tag: "; "") | select(test("^$|^HEAD$|/HEAD$") | not))
    ] | .[:5]),
    status: [$fields[2] // "" | if test("^[0-9]+$") then tonumber | age else empty end]
  }
