/// A jq program and its name in messages.
struct JQSource {
  /// The option or the file: `--jq`, or `the preset pods`.
  let name: String
  /// The text of the program.
  let program: String
  /// The seconds since 1970 that `now` returns; nil for the clock.
  var now: String?

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

  /// The functions for programs: `state`, `age`, `size` and `indent`.
  private static let library = #"""
    def state: {ok:"positive",up:"positive",active:"positive",running:"positive",ready:"positive",
      healthy:"positive",success:"positive",successful:"positive",succeeded:"positive",passed:"positive",
      pass:"positive",done:"positive",complete:"positive",completed:"positive",approved:"positive",
      merged:"positive",enabled:"positive",online:"positive",true:"positive",yes:"positive",open:"informative",
      bound:"positive",available:"positive",mounted:"positive",positive:"positive",resolved:"positive",
      warning:"critical",warn:"critical",pending:"critical",waiting:"critical",degraded:"critical",
      starting:"critical",activating:"critical",deactivating:"critical",reloading:"critical",paused:"critical",
      unknown:"critical",restarting:"critical",terminating:"critical",queued:"critical",critical:"critical",
      changes_requested:"critical",review_required:"critical",expired:"critical",outdated:"critical",
      error:"negative",err:"negative",failed:"negative",failure:"negative",fail:"negative",down:"negative",
      dead:"negative",crit:"negative",alert:"negative",emerg:"negative",fatal:"negative",critical_error:"negative",
      unhealthy:"negative",crashloopbackoff:"negative",imagepullbackoff:"negative",errimagepull:"negative",
      evicted:"negative",oomkilled:"negative",timed_out:"negative",offline:"negative",rejected:"negative",
      firing:"negative",lost:"negative",false:"negative",no:"negative",negative:"negative",
      info:"informative",information:"informative",notice:"informative",in_progress:"informative",
      progressing:"informative",new:"informative",informative:"informative"
      }[tostring | ascii_downcase | gsub("[ -]"; "_")] // "neutral";
    def age: (if type == "number" then . else
        (capture("^(?<d>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ](?<t>[0-9:]{8})[.,0-9]* ?(?<z>[-+][0-9]{2}:?[0-9]{2})?")
        | ("\(.d)T\(.t)Z" | fromdateiso8601) - (if .z then (.z | gsub(":"; "")
        | (.[0:1] + "1" | tonumber) * ((.[1:3] | tonumber) * 3600 + (.[3:5] | tonumber) * 60)) else 0 end)) end)
      | now - . | if . < 0 then 0 else . end
      | if . < 120 then "\(floor)s" elif . < 7200 then "\(. / 60 | floor)m"
        elif . < 172800 then "\(. / 3600 | floor)h" elif . < 63072000 then "\(. / 86400 | floor)d"
        else "\(. / 31536000 | floor)y" end;
    def size: tonumber | . as $n | if $n < 1000 then "\($n) B" else
        ([["kB", 1e3], ["MB", 1e6], ["GB", 1e9], ["TB", 1e12], ["PB", 1e15]] | map(select($n >= .[1] * 0.9995)) | last)
        as $u | ($n / $u[1]) | (if . < 9.995 then (. * 10 | round / 10) else round end | "\(.) \($u[0])") end;
    def indent(depth): if depth > 0 then (depth - 1) * "  " + "└ " else "" end;
    def indent: indent(.depth // 0);

    """#
}
