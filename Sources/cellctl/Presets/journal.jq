# title: Journal of systemd
# alias: logs
# command: journalctl --output=json --lines=100 --no-pager
# fits: __CURSOR, __REALTIME_TIMESTAMP
# version: 1

# A message with control characters comes as an array of its bytes.
def utf8: reduce .[] as $byte ({points: [], rest: 0, point: 0};
    if $byte < 128 then .points += [$byte] | .rest = 0
    elif $byte >= 248 then .points += [65533] | .rest = 0
    elif $byte >= 240 then .rest = 3 | .point = $byte % 8
    elif $byte >= 224 then .rest = 2 | .point = $byte % 16
    elif $byte >= 192 then .rest = 1 | .point = $byte % 32
    elif .rest == 0 then .points += [65533]
    else .point = .point * 64 + $byte % 64 | .rest -= 1
      | if .rest > 0 then .
        elif .point > 1114111 or .point >= 55296 and .point < 57344 then .points += [65533]
        else .points += [.point] end
    end)
  | .points | implode;
# A field that an entry has several times is an array, too.
def message: if type != "array" then text
  elif all(.[]; type == "number" and . >= 0 and . < 256 and floor == .) then .[:4000] | utf8
  else [.[] | if type == "array" then message else text // empty end] | join("\n") end;
def plain: .[:4000] | gsub("\u001b\\[[0-9;?]*[A-Za-z]"; "");
def last_text: if type == "array" then last | text else text end;

records
| (.MESSAGE | message // "" | plain | split("\n") | map(sub("[ \\t\\r]+$"; "") | select(. != ""))) as $lines
| (.PRIORITY | last_text // "" | if test("^[0-7]$") then tonumber else null end) as $priority
| ([.SYSLOG_IDENTIFIER, ._COMM, ._SYSTEMD_UNIT, "unknown"] | map(last_text) | some) as $name
| (._PID // .SYSLOG_PID | last_text) as $pid
| {
    id: (.__CURSOR | key),
    title: ($lines[0] // "(no message)" | sub("^[ \\t]+"; "")),
    subtitle: ([$name + (if $pid then "[\($pid)]" else "" end), (._HOSTNAME | last_text)] | line),
    description: ($lines[1:] | join("\n")),
    preview: ($lines | join("\n")),
    status: [
      (if $priority == null or $priority > 5 then empty else {
        text: ["emerg", "alert", "crit", "err", "warning", "notice"][$priority],
        state: ["negative", "negative", "negative", "negative", "critical", "informative"][$priority]
      } end),
      (._SOURCE_REALTIME_TIMESTAMP // .__REALTIME_TIMESTAMP | last_text // ""
        | if test("^[0-9]+$") then tonumber / 1e6 | age else empty end)
    ]
  }
