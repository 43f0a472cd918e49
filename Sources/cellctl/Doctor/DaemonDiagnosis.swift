import CellProtocol
import Glibc

/// Looks for daemons at all places where one may listen, without starting one.
struct DaemonDiagnosis {
  let endpoint: Endpoint
  let timeout: Double

  /// A finding for each place, and what cellctl would do.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    var hasDaemon = false
    for place in endpoint.candidates {
      do {
        let client = try Client(place: place, timeout: timeout)
        findings.append(answer(of: client, at: place.path, isFirst: !hasDaemon))
        findings += permissions(of: place)
        hasDaemon = true
      } catch let error as SocketError {
        // A place behind that of a daemon that answers is one that cellctl would not come to.
        let isNeeded = !error.isAbsent && !hasDaemon
        findings.append(
          Finding(
            level: isNeeded ? .bad : .note, subject: "socket", text: error.message,
            cure: isNeeded && error.code == EACCES
              ? "join the group of the socket, or use another with --socket" : nil))
      } catch let failure as Failure {
        findings.append(
          Finding(level: .bad, subject: "daemon", text: failure.message, cure: failure.hint))
        hasDaemon = true
      } catch {
        findings.append(Finding(level: .bad, subject: "daemon", text: "\(place.path): \(error)"))
      }
    }
    if !hasDaemon { findings.append(start) }
    return findings
  }

  private func answer(of client: Client, at path: String, isFirst: Bool) -> Finding {
    let process = client.hello.processID.map { ", process \($0)" } ?? ""
    let clock = ContinuousClock()
    let time = clock.measure { _ = try? client.call("ping") }
    return Finding(
      level: isFirst ? .good : .note, subject: "daemon",
      text: "celld \(client.hello.version)\(process) at \(path), answers in \(time.short)")
  }

  private func permissions(of place: SocketPath) -> [Finding] {
    var status = stat()
    guard stat(place.path, &status) == 0 else { return [] }
    let mode = status.st_mode & 0o777
    let text =
      "\(place.path) has mode 0\(String(mode, radix: 8)), owner \(status.st_uid), group \(status.st_gid)"
    guard mode & 0o006 == 0 else {
      return [
        Finding(
          level: .bad, subject: "permissions", text: "\(text): every user may connect",
          cure: "chmod 0600 \(place.path), or 0660 for a group")
      ]
    }
    return [Finding(level: .good, subject: "permissions", text: text)]
  }

  private var start: Finding {
    guard let executable = Executable.find("celld") else {
      return Finding(
        level: .bad, subject: "daemon", text: "none runs, and there is no celld beside cellctl or in PATH",
        cure: "install celld")
    }
    let version = (try? ChildProcess(executable: executable, arguments: ["--version"]).readOutput()) ?? ""
    guard version.contains("protocol \(protocolVersion)") else {
      return Finding(
        level: .bad, subject: "daemon",
        text: "none runs, and \(executable) is of another version: \(version)",
        cure: "install celld and cellctl of one version")
    }
    return Finding(
      level: .good, subject: "daemon",
      text: "none runs; \(executable) (\(version)) is started when it is needed")
  }
}
