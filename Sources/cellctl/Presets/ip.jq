# title: Network interfaces and their addresses
# command: ip -json address
# fits: ifindex, ifname, flags, link_type, addr_info
# version: 1
records
# With a filter, ip prints an empty object for the interfaces that it leaves out.
| select(.ifname)
| (.flags // []) as $flags
| [.addr_info[]? | select(.local)] as $all
| ($all | map(select(.scope != "link")) | if . == [] then $all else . end) as $shown
| def addresses(family): $shown
    | map(select(.family == family) | "\(.local)\(if .prefixlen then "/\(.prefixlen)" else "" end)") | line;
  def has(flag): $flags | index(flag) != null;
  {
    id: (.ifname | key),
    title: "\(.ifname)\(if .link then "@\(.link)" else "" end)",
    subtitle: addresses("inet"),
    footnote: addresses("inet6"),
    tags: [
      (.master | text // empty | "in \(.)"),
      (.link_type | text // empty | select(. != "ether" and . != "loopback" and . != "none")),
      (if .link_type == "ether" then .address | text // empty else empty end),
      (.mtu | text // empty | select(. != "1500" and . != "65536") | "MTU \(.)")
    ],
    status: [
      (if has("UP") | not then {text: "Disabled"}
      elif has("NO-CARRIER") then {text: "No carrier", state: "critical"}
      elif .operstate == "UP" or .operstate == "UNKNOWN" or .operstate == null then {text: "Up", state: "positive"}
      elif .operstate == "DOWN" then {text: "Down", state: "negative"}
      elif .operstate == "LOWERLAYERDOWN" then {text: "Link down", state: "critical"}
      else {text: (.operstate | text // "?" | .[:1] + (.[1:] | ascii_downcase)), state: "critical"} end),
      (if any($all[]; .dadfailed == true) then {text: "Duplicate", state: "negative"} else empty end)
    ]
  }
