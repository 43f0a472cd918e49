# title: Processes, the busiest first
# alias: processes
# command: ps -eo pid=,ppid=,user:32=,state=,pcpu=,rss=,etimes=,args= --sort=-pcpu,-rss
# from: lines
# version: 1
.text
| capture("^ *(?<pid>[0-9]+) +(?<parent>[0-9]+) +(?<user>[^ ]+) +(?<state>[A-Za-z])[^ ]* +(?<cpu>[0-9.,]+) +(?<memory>[0-9]+) +(?<seconds>[0-9]+) +(?<command>.*)$")
# The command of this preset and its jq would be the busiest processes.
| select(.command | test("^ps -eo pid=|^[^ ]*jq --compact-output --unbuffered def ") | not)
| (.cpu | gsub(","; ".") | tonumber) as $cpu
# A kernel thread has its name in brackets, and other programs have a path.
| (.command | if test("^\\[.*\\]$") then . else split(" ")[0] | sub("^-"; "") | sub(":$"; "")
    | split("/") | map(select(. != "")) | last end) as $name
| {
    id: .pid,
    title: ([$name, .command, "(no name)"] | some),
    subtitle: (["PID \(.pid)", .user, (.seconds | tonumber | span)] | line),
    footnote: (if .command == $name then null else .command end),
    status: [
      ({
        Z: {text: "Zombie", state: "negative"},
        D: {text: "Blocked", state: "critical"},
        T: {text: "Stopped", state: "critical"},
        t: {text: "Traced", state: "critical"}
      }[.state] // if $cpu < 0.1 then empty
        else {text: "\($cpu) %", state: (if $cpu >= 50 then "critical" elif $cpu >= 5 then "informative" else "neutral" end)}
        end),
      (.memory | tonumber | if . == 0 then empty else . * 1024 | size end)
    ]
  }
