# title: Block devices
# command: lsblk --json --bytes --output NAME,SIZE,TYPE,FSTYPE,LABEL,FSUSED,FSUSE%,MOUNTPOINTS,MODEL,RO,RM
# fits: blockdevices/*/name, blockdevices/*/type
# version: 1

def bytes: if type == "number" or (text // "" | test("^[0-9]+$")) then size else text end;
def is_set: . == true or . == 1 or . == "1";

# A RAID is below each of its disks, so an id is the path from the disk.
def devices(depth; path):
  (path + [.name]) as $path
  | (.["fsuse%"] | text // "" | if test("^[0-9]+%?$") then rtrimstr("%") | tonumber else null end) as $used
  | {
      id: ($path | key),
      title: (indent(depth) + ([.name, "(no name)"] | some)),
      subtitle: (depth * "  " + ([
        .type, .fstype, (.model | text // "" | sub("^ +"; "") | sub(" +$"; "")), .label,
        (.mountpoints // [.mountpoint] | .[]? | text)
      ] | line)),
      tags: [(if .ro | is_set then "read-only" else empty end), (if .rm | is_set then "removable" else empty end)],
      status: [
        (.size | bytes // empty),
        (if $used == null then empty else {
          text: "\($used) %",
          state: (if .fstype == "squashfs" or .fstype == "iso9660" or (.ro | is_set) then "neutral"
            elif $used >= 95 then "negative" elif $used >= 80 then "critical" else "positive" end)
        } end)
      ]
    },
    (.children[]? | devices(depth + 1; $path));

records | (.blockdevices // [.])[] | devices(0; [])
