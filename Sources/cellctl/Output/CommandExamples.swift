/// Examples of each command, for its help.
enum CommandExamples {
  /// Returns the examples of the command of a usage line, `USAGE: cellctl rows …`.
  static func of(usage help: String) -> [String] {
    guard let usage = help.firstRange(of: "USAGE: cellctl ") else { return [] }
    let name = help[usage.upperBound...].prefix { $0.isLetter || $0 == "-" }
    return all.first { $0.command == name }?.examples ?? []
  }

  /// The examples, in the order of the help of cellctl.
  static let all: [(command: String, examples: [String])] = {
    var all: [(command: String, examples: [String])] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(" ") {
        all[all.endIndex - 1].examples.append(String(line.drop { $0 == " " }))
      } else {
        all.append((String(line), []))
      }
    }
    return all
  }()

  /// Each command, and its examples in the lines below it.
  private static let text = #"""
    push
      cellctl push jobs --id name --map 'title={name},status={state}'
      cellctl push jobs --replace < jobs.json
      cellctl push addresses --every 5s --guess -- ip -j addr
    patch
      cellctl patch jobs 17 status=done unread=false
      cellctl patch jobs 17 '{"tags":["night","import"]}'
      cellctl patch jobs 17 subtitle=null
    move
      cellctl move jobs 17 --to start
      cellctl move jobs 17 18 --before 3
    remove
      cellctl remove jobs 17 18
      cellctl rm jobs --all
    get
      cellctl get jobs 17
      cellctl get jobs 17 --member status.0.text
      cellctl get jobs 17 18 -o json | jq .cells
    export
      cellctl export jobs jobs.ndjson
      cellctl export jobs | cellctl push copy
      cellctl export jobs | jq -r .title
    rows
      cellctl rows jobs --width 48 --where status/state=negative --sort -data/hours
      cellctl rows jobs --format html > jobs.html
      cellctl rows jobs --format svg --reveal 17=trailing > swiped.svg
    watch
      cellctl watch --every 2s -- ip -j addr
      cellctl watch jobs --group data/plant --sort title
      cellctl watch jobs --on open 'less logs/{id}.txt'
    pick
      cellctl pick jobs
      cellctl pick --preset ps | xargs -rd '\n' kill --
      cellctl pick -- docker ps --format json
    serve
      cellctl serve jobs
      cellctl serve jobs orders --port 8080 --open
      cellctl serve --address
    class
      cellctl class jobs compact
      cellctl class jobs auto --view phone
    view
      cellctl view jobs
      cellctl view jobs --view phone --width 40
      cellctl view jobs --class compact separator=line
    header
      cellctl header jobs 17
      cellctl header jobs 17 --width 60 --page 1
    lint
      cellctl lint jobs
      cellctl lint jobs --class compact -o json
    render
      cellctl render jobs.ndjson --width 60
      systemctl list-units -o json | cellctl render --id unit --map 'title={unit},status={active}'
    show
      cellctl show ps
      cellctl show pods -- --namespace kube-system
      cellctl show -- docker ps --format json
    presets
      cellctl presets
      cellctl presets df -o json | jq -r .command
    compare
      cellctl compare jobs > jobs.html
      cellctl compare orders.json --profile ios,compose --class compact --annotate
      cellctl compare jobs --theme dark --format png > jobs.png
    sessions
      cellctl sessions
      cellctl ls ci-
      cellctl ls -o json | jq .sessions
    info
      cellctl info jobs
      cellctl info jobs -o json | jq .count
    configure
      cellctl configure jobs --selection multiple
      cellctl configure jobs --preserve status,icons
      cellctl configure jobs --shared --durability synced
    select
      cellctl select jobs 17 18
      cellctl select jobs 19 --op toggle
      cellctl select jobs
    act
      cellctl act jobs 17 open
      cellctl act jobs archive --id 17 --id 18
      cellctl act jobs follow true --selected
    wait
      cellctl wait jobs && cellctl rows jobs
      cellctl wait jobs --cells 10 --timeout 60
      cellctl wait jobs --cell 17
    drop
      cellctl drop jobs
      cellctl drop jobs ci-1 ci-2
    ping
      cellctl ping
      cellctl ping --count 100 -o json
    stats
      cellctl stats
      cellctl stats -o json | jq .latency
    call
      cellctl call hello
      cellctl call profile.get '{"profile":"ios"}' | jq .colors
      cellctl call - < requests.ndjson
    doctor
      cellctl doctor
      cellctl doctor --socket /run/celld/celld.sock
    relay
      ssh -T -- build.example cellctl relay
      printf '%s\n' '{"relay":1,"socket":null}' '{"id":1,"method":"ping"}' | cellctl relay
    explain
      cellctl explain status.state
      cellctl explain environment.width
      cellctl explain
    demo
      cellctl demo
      cellctl demo --web
      cellctl demo --limit 40 --width 100
    completion
      source <(cellctl completion bash)
      cellctl completion fish | source
    version
      cellctl version
      cellctl version -o json
    """#
}
