# title: Free space on file systems
# command: df --block-size=1 --output=source,fstype,size,used,avail,pcent,target --exclude-type=tmpfs --exclude-type=devtmpfs --exclude-type=efivarfs
# exit: 0, 1
# from: lines
# version: 1

# The first line has the unit of the sizes: 1B-blocks, 1K-blocks, or none for 1.5G.
(.text | [capture("(?<count>[0-9]+)(?<unit>[BKMGTkM])?B?-")] | first
  | if . == null then null
    else (.count | tonumber) * ({K: 1024, k: 1000, M: 1048576, G: 1073741824, T: 1099511627776}[.unit // ""] // 1)
    end) as $block
| def bytes: if test("^[0-9]*[1-9][0-9]*$") and $block then tonumber * $block | size elif . == "-" or . == "0" then null else . end;
  inputs.text
  | capture("^(?<source>.*?[^ ]) +((?<type>[a-zA-Z][^ ]*) +)?(?<size>[0-9.,]+[A-Za-z]*|-) +(?<used>[0-9.,]+[A-Za-z]*|-) +(?<free>-?[0-9.,]+[A-Za-z]*|-) +(?<percent>[0-9]+%|-) +(?<target>.+)$")
  | (if .percent == "-" then null else .percent | rtrimstr("%") | tonumber end) as $percent
  | {
      id: (.target | key),
      title: .target,
      subtitle: ([.source, .type] | line),
      footnote: (if .size | bytes then "\(.free | bytes // "0 B") free of \(.size | bytes)" else null end),
      status: [
        if $percent == null then empty else {
          text: "\($percent) %",
          state: (if .type == "squashfs" or .type == "iso9660" then "neutral"
            elif $percent >= 95 then "negative" elif $percent >= 80 then "critical" else "positive" end)
        } end
      ]
    }
