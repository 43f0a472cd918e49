/// A jq program and its name in messages.
struct JQSource {
  /// The option or the file: `--jq`, or `the preset pods`.
  let name: String
  /// The text of the program.
  let program: String
  /// The seconds since 1970 that `now` returns; nil for the clock.
  var now: String?
  /// The hint of the failure if the input is not JSON.
  var inputHint = "for CSV, TSV, YAML and text use --from"

  /// The argument for jq: the library, then the program on lines of its own.
  /// - Throws: `Failure` with status `usage` if the system does not take it.
  var argument: String {
    get throws {
      guard program.utf8.count <= 100_000 else {
        throw Failure(.usage, "\(name): the program is longer than 100000 bytes")
      }
      return definitions + program
    }
  }

  /// The number of lines before the program.
  var linesBefore: Int { definitions.count { $0 == "\n" } }

  private var definitions: String {
    (now.map { "def now: \($0);\n" } ?? "") + Self.library
  }

  /// The functions for programs. `cellctl help presets` lists them.
  private static let library = #"""
    def text: if type == "string" then . elif type == "number" or type == "boolean" then tostring else null end;
    def some: first((.[] | text // empty | select(. != "")), null);
    def line: map(text // empty | select(. != "")) | join(" · ");
    def records: if type == "array" then .[] else . end;
    def key: if type == "array" then
        first((.[] | numbers | select(fabs > 9007199254740992)), (map(text // "") | join("/"))) else . end
      | if type != "string" then . else
        (if utf8bytelength < 257 then . else
          .[:56] + "~\(utf8bytelength)-\(reduce (.[:4000] | explode[]) as $c (0; (. * 31 + $c) % 4294967291))" end)
        | if test("[[:cntrl:]]") then explode | map(if . < 32 or . > 126 and . < 160 then 95 else . end) | implode
          else . end end;
    def state: {\#(states)}[text // "" | if length > 40 then "" else ascii_downcase | gsub("[ _-]"; "") end] // "neutral";
    def epoch: if type == "number" then . elif type != "string" then null else
        (capture("^ *(?<d>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?<t>[0-9]{2}:[0-9]{2}:[0-9]{2})([.,][0-9]+)?(?<z> ?[-+][0-9]{2}:?[0-9]{2})?")
        | (try ("\(.d)T\(.t)Z" | fromdateiso8601) catch null) as $time
        | if $time == null then null elif .z == null then $time else (.z | gsub("[ :]"; "")) as $z
          | $time - ($z[:1] + "1" | tonumber) * (($z[1:3] | tonumber) * 3600 + ($z[3:] | tonumber) * 60) end)
        // null end;
    def span: if type != "number" then null elif . < 0 then "0s" elif . < 120 then "\(floor)s"
      elif . < 7200 then "\(. / 60 | floor)m" elif . < 172800 then "\(. / 3600 | floor)h"
      elif . < 63072000 then "\(. / 86400 | floor)d" else "\(. / 31536000 | floor)y" end;
    def age: epoch | if . == null or . < 0 then null else now - . | span end;
    def size: (if type == "string" then try tonumber catch null elif type == "number" then . else null end)
      | if . == null then null elif fabs < 1000 then "\(.) B" else . as $n
        | first(["PB", 1e15], ["TB", 1e12], ["GB", 1e9], ["MB", 1e6], ["kB", 1e3]
          | select(($n | fabs) >= .[1] * 0.9995 or .[1] == 1e3)) as $u
        | $n / $u[1] | (if fabs < 9.95 then . * 10 | round / 10 else round end | "\(.) \($u[0])") end;
    def indent(depth): if depth > 0 then (depth - 1) * "  " + "└ " else "" end;
    def indent: indent(.depth // 0);

    """#

  /// The members of an object of jq: words with their states.
  private static let states =
    """
    positive: ok up active running ready healthy success successful succeeded passed pass done complete completed \
      approved merged enabled online connected listening true yes bound available mounted resolved valid \
      positive
    informative: open opened new created info information informational notice inprogress progressing starting activating \
      deactivating reloading stopping terminating building containercreating podinitializing informative
    critical: warning warn pending waiting queued degraded paused unknown restarting critical reviewrequired \
      actionrequired outdated deprecated
    negative: error err errored failed failure fail failing startupfailure down dead crit alert emerg emergency fatal \
      panic criticalerror unhealthy notready unavailable unreachable crashloopbackoff imagepullbackoff \
      errimagepull evicted oomkilled timedout timeout offline disconnected rejected changesrequested blocked \
      broken firing lost missing invalid expired false no negative
    """.split(separator: "\n").flatMap { line in
      let words = line.split(separator: " ")
      return words.dropFirst().map { "\"\($0)\":\"\(words[0].dropLast())\"" }
    }.joined(separator: ",")
}
