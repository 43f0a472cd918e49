import Foundation
import Glibc
import Testing

@testable import CellStore

/// Rules F1 to F4 of docs/store.md: one path, no links, no others, one daemon.
@Suite struct StoreFilesTests {
  private let folder = StoreFolder()

  /// Opens the store, which must be refused, and returns the reason.
  private func refusal(at path: String? = nil) throws -> String {
    let path = path ?? folder.path
    let error = try #require(throws: StoreError.self) { try RunningStore(path) }
    #expect(throws: StoreError.self) { try StoreCheck.run(.file(path)) }
    return error.description
  }

  private func fill(_ folder: StoreFolder) throws {
    try folder.withStore { store throws in
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
    }
  }

  // MARK: One path

  @Test(arguments: ["", ":memory:", ":temp:", "file:", "file:store.db", "file:x?mode=memory&cache=shared"])
  func otherDatabasesOfSQLiteAreRefused(name: String) throws {
    let reason = try refusal(at: name)
    #expect(reason.contains("A store is kept in a file, and \"\(name)\""))
    for (from, to) in [(name, folder.path), (folder.path, name)] {
      #expect(throws: StoreError.self) { try StoreCopy.run(from: .file(from), to: .file(to)) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder).isEmpty)
  }

  @Test func namesThatOnlyLookLikeThemAreFiles() throws {
    for name in [":memory:", "file:x", "e\u{301}", "\u{301}", "a b%41?mode=memory#c"] {
      let path = folder.folder + "/" + name
      let store = try RunningStore(path)
      store.create(1)
      #expect(store.isStored(store.append(["a"], to: 1, revision: 1)))
      store.close(isOrderly: false)
      let again = try RunningStore(path)
      #expect(try again.texts(1) == ["a"] && access(path, F_OK) == 0, "\(name)")
      again.close()
    }
  }

  /// Paths of the same file through links to its folders, and through others.
  @Test func aFolderHasManyPathsAndTheStoreHasOne() throws {
    try fill(folder)
    let other = StoreFolder()
    symlink(folder.folder, other.folder + "/link")
    symlink("link", other.folder + "/second")
    let paths = ["/link/store.db", "/second/store.db", "/./link//store.db"].map { other.folder + $0 }
    for path in paths {
      let store = try RunningStore(path)
      #expect(store.opening.notes.isEmpty)
      #expect(try store.texts(1) == ["a"])
      for other in paths + [folder.path] {
        #expect(try refusal(at: other).contains("The store \(folder.path) is in use"))
      }
      store.close()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder).sorted() == ["link", "second"])
  }

  /// The lock of the file keeps others out when the lock of the mark does not.
  @Test func aFileIsLockedUnderAllItsNames() throws {
    try fill(folder)
    try folder.withStore { _ throws in
      unlink(folder.path + "-mark")
      #expect(try refusal().contains("is in use"))
    }
  }

  // MARK: Links

  @Test(arguments: ["", "-wal", "-shm", "-journal", "-mark", "-damaged"], [true, false])
  func linksAreRefused(ending: String, isSymbolic: Bool) throws {
    if ending != "" { try fill(folder) }
    let other = StoreFolder()
    try "precious".write(toFile: other.path, atomically: true, encoding: .utf8)
    unlink(folder.path + ending)
    #expect((isSymbolic ? symlink : link)(other.path, folder.path + ending) == 0)
    let reason = try refusal()
    #expect(
      reason.hasPrefix("\(folder.path)\(ending) is a \(isSymbolic ? "symbolic" : "hard") link"), "\(reason)")
    #expect(throws: StoreError.self) {
      try StoreCopy.run(from: .file(other.path), to: .file(folder.path))
    }
    #expect(try String(contentsOfFile: other.path, encoding: .utf8) == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder) == ["store.db"])
  }

  /// Nobody waits for the other end of a pipe.
  @Test(arguments: ["", "-wal", "-shm", "-journal", "-mark", "-damaged"])
  func aPipeIsRefused(ending: String) throws {
    #expect(mkfifo(folder.path + ending, 0o600) == 0)
    #expect(try refusal().hasPrefix("\(folder.path)\(ending) is not a file"))
  }

  @Test func aLinkToNoFileIsRefused() throws {
    for ending in ["", "-mark", "-damaged"] {
      symlink(folder.folder + "/nothing", folder.path + ending)
      #expect(try refusal().contains("symbolic link"))
      unlink(folder.path + ending)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder).isEmpty)
  }

  /// Somebody who can make a hard link elsewhere does not keep the daemon from its file.
  @Test func aStoreWithASecondNameIsServedUnderItsOwn() throws {
    try fill(folder)
    let other = StoreFolder()
    #expect(link(folder.path, other.path) == 0)
    try folder.withStore { store throws in
      #expect(try store.texts(1) == ["a"])
      #expect(try refusal(at: other.path).contains("hard link"))
    }
    #expect(try refusal(at: other.path).contains("hard link"))
  }

  // MARK: Owners and modes

  @Test(arguments: ["", "-wal", "-mark", "-damaged", "folder"], [0o602, 0o666, 0o722] as [mode_t])
  func whatEverybodyCanWriteIsRefused(ending: String, mode: mode_t) throws {
    try fill(folder)
    let path = ending == "folder" ? folder.folder : folder.path + ending
    if access(path, F_OK) != 0 { try Data().write(to: URL(fileURLWithPath: path)) }
    #expect(chmod(path, ending == "folder" ? mode | 0o700 : mode) == 0)
    #expect(try refusal().hasPrefix("Everybody can change"))
    #expect(chmod(path, ending == "folder" ? 0o755 : 0o644) == 0)
    try folder.withStore { store throws in #expect(try store.texts(1) == ["a"]) }
  }

  @Test(.enabled(if: geteuid() == 0), arguments: ["", "-mark", "folder"])
  func filesOfOthersAreRefused(ending: String) throws {
    try fill(folder)
    let path = ending == "folder" ? folder.folder : folder.path + ending
    #expect(chown(path, 4_242, 0) == 0)
    #expect(try refusal().hasPrefix("Another user can change"))
    #expect(throws: StoreError.self) {
      try StoreCopy.run(from: .file(folder.path), to: .file(StoreFolder().path))
    }
  }

  /// A group counts as private only if no other user has it, also as the first group.
  @Test(.enabled(if: geteuid() == 0)) func aGroupOfOthersCannotWrite() throws {
    try fill(folder)
    let others = try #require(getpwnam("daemon")).pointee.pw_gid
    for path in [folder.path, folder.folder] {
      let mode: mode_t = path == folder.folder ? 0o770 : 0o660
      #expect(chown(path, 0, others) == 0 && chmod(path, mode) == 0)
      #expect(try refusal().hasPrefix("A group can change"))
      #expect(chown(path, 0, 60_123) == 0)
      #expect(try refusal().hasPrefix("A group can change"), "a group that nobody knows")
      #expect(chmod(path, mode & ~0o020) == 0)
    }
    let own = getegid()
    for path in [folder.path, folder.folder] { #expect(chown(path, 0, own) == 0 && chmod(path, 0o770) == 0) }
    let users = try String(contentsOfFile: "/etc/passwd", encoding: .utf8).split(separator: "\n")
    let isAlone = users.filter { $0.split(separator: ":")[3] == "\(own)" }.count == 1
    if isAlone { try folder.withStore { store throws in #expect(try store.texts(1) == ["a"]) } }
  }

  @Test func newFilesBelongToTheUserOnly() throws {
    try folder.withStore { store throws in
      store.create(1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
      #expect(names.count == 4)
      for name in names {
        var status = stat()
        #expect(lstat(folder.folder + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
      }
    }
  }
}
