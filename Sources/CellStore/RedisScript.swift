import CXXHash

/// The names of the keys of a store, and of its channels. All begin with one prefix.
struct RedisKeys: Sendable {
  let prefix: String

  /// A hash: the run of the server that was seen last, and the number of its possible losses.
  var server: String { prefix + "server" }
  /// The number of sessions that were made.
  var order: String { prefix + "order" }
  /// Grows with each call that changes something. A server that has a lower one than before has
  /// lost something.
  var changes: String { prefix + "changes" }
  /// The number of starts of nodes.
  var starts: String { prefix + "starts" }
  /// A hash from `OWNER/NAME` to the id of a session.
  var names: String { prefix + "names" }
  /// The channel of messages that nobody reads. Replicas get them after the changes before.
  var waits: String { prefix + "waits" }
  /// The channel for new, changed and deleted sessions: `ID`.
  var sessions: String { prefix + "sessions" }

  /// A hash: what the table `session` of a SQLite store has.
  func session(_ id: Int64) -> String { "\(prefix)session:\(id)" }
  /// The end of the log, and the channel on which each new one is announced.
  func head(_ id: Int64) -> String { "\(prefix)head:\(id)" }
  /// A stream of records.
  func log(_ id: Int64) -> String { "\(prefix)log:\(id)" }
  /// A list of the parts of a snapshot.
  func parts(_ id: Int64, _ name: String) -> String { "\(prefix)parts:\(id):\(name)" }
  /// The node that makes a snapshot.
  func lock(_ id: Int64) -> String { "\(prefix)lock:\(id)" }
  /// The node that has the turn to append, or that waits for it.
  func turn(_ id: Int64) -> String { "\(prefix)turn:\(id)" }

  /// The keys that the function `append` uses.
  func appending(_ id: Int64) -> [String] { [head(id), log(id), session(id), turn(id), changes] }

  static func name(_ name: String, of owner: UInt32) -> String { "\(owner)/\(name)" }

  /// The session that a key of ``head(_:)`` belongs to.
  func session(ofHead key: String) -> Int64? {
    key.hasPrefix(prefix + "head:") ? Int64(key.dropFirst(prefix.count + 5)) : nil
  }
}

/// The functions that run inside the server. Each is done as a whole, or not at all.
enum RedisScript {
  /// The names of functions end with a hash of their text, so that nodes of two versions of celld
  /// can use one server.
  static let version = Check(value: XXH64(text, text.utf8.count, 0)).description

  static func name(_ function: String) -> String { "celld_\(function)_\(version)" }

  static let library = """
    #!lua name=celld_\(version)
    local version = '_\(version)'
    \(text)
    """

  private static let text = """
    local functions = {}

    -- Executes a command. If its key has a value that celld never writes, the error names the key.
    local function call(command, key, ...)
      local reply = redis.pcall(command, key, ...)
      if type(reply) ~= 'table' or not reply.err then return reply end
      for _, text in ipairs({'WRONGTYPE', 'not an integer', 'overflow'}) do
        if string.find(reply.err, text, 1, true) then error({err = 'FOREIGN ' .. key}) end
      end
      error(reply)
    end

    -- The number in a value of a key.
    local function number(value, key)
      if #value > 18 or not string.match(value, '^%d+$') then error({err = 'FOREIGN ' .. key}) end
      return tonumber(value)
    end

    -- Appends entries if the log ends where the node believes it to end. Returns for how many milliseconds the node
    -- should rest, since another one waits for its turn, and the number of changes of the store. If another one has the
    -- turn, returns -1. Otherwise returns the end of the log, or nothing if the session or its log is missing.
    -- keys: head, log, session, turn, changes
    -- arguments: the head before and after them, the channel of sessions, the id of the session, the node (empty for
    -- what may not wait), the number of values for the hash of the session, the number of words of an entry, these
    -- values, the words of the entries: the id and the fields of each
    function functions.append(keys, args)
      local head = call('GET', keys[1])
      if head ~= args[1] then
        if head then redis.call('SET', keys[4], '5', 'PX', 100, 'NX') end
        return head
      end
      local turn = redis.pcall('GET', keys[4])
      if type(turn) ~= 'string' then turn = '0' end
      local owner = string.match(turn, ' (.*)$')
      if owner and args[5] ~= '' and owner ~= args[5] then
        -- That of somebody else can have no end.
        redis.call('PEXPIRE', keys[4], 2000, 'LT')
        return -1
      end
      local first, width = 8 + args[6], args[7]
      -- What can fail comes first: nothing is taken back after an error. If the log takes the first entry, it takes all.
      local session = call('HGET', keys[3], 'owner')
      local isNew = string.find(head, '^%S+ %S+ 0 ')
      if not session or not isNew and redis.call('EXISTS', keys[2]) == 0 then return nil end
      local changes = call('INCR', keys[5])
      for index = first, #args, width do redis.call('XADD', keys[2], unpack(args, index, index + width - 1)) end
      redis.call('SET', keys[1], args[2])
      redis.call('PUBLISH', keys[1], args[2])
      if first > 8 then
        redis.call('HSET', keys[3], unpack(args, 8, first - 1))
        redis.call('PUBLISH', args[3], args[4])
      end
      if owner or turn == '0' then return {0, changes} end
      redis.call('DEL', keys[4])
      local rest = tonumber(turn)
      return {rest and rest > 0 and rest <= 1000 and rest or 0, changes}
    end

    -- Takes the turn of a session for some milliseconds, takes it again, or ends it after 0 of them. Returns whether
    -- the node has it now.
    -- keys: turn
    -- arguments: the node, the milliseconds
    function functions.turn(keys, args)
      local turn = redis.pcall('GET', keys[1])
      local owner = type(turn) == 'string' and string.match(turn, ' (.*)$')
      if owner and owner ~= args[1] then
        redis.call('PEXPIRE', keys[1], 2000, 'LT')
        return 0
      end
      if args[2] == '0' then
        if owner then redis.call('DEL', keys[1]) end
        return 0
      end
      redis.call('SET', keys[1], args[2] .. ' ' .. args[1], 'PX', args[2])
      return 1
    end

    -- Makes a session, unless its name is taken. Returns how many were made, or the id of the session that has the name.
    -- keys: names, session, head, the number of sessions that were made, changes
    -- arguments: the name, the id, the head, the channel of sessions, the values of the hash of the session
    function functions.create(keys, args)
      local known = call('HGET', keys[1], args[1])
      -- A name whose session is missing is free.
      local prefix = string.sub(keys[2], 1, #keys[2] - #args[2])
      if known and redis.call('EXISTS', prefix .. known) == 1 then return known end
      local order = call('INCR', keys[4])
      call('INCR', keys[5])
      redis.call('HSET', keys[1], args[1], args[2])
      redis.call('HSET', keys[2], 'order', order, unpack(args, 5))
      redis.call('SET', keys[3], args[3])
      redis.call('PUBLISH', args[4], args[2])
      return order
    end

    -- Reads entries, until they are as many or have as many bytes as was asked for. Returns whether there can be more,
    -- and the entries.
    -- keys: log
    -- arguments: the start of the range, the number of entries, the bytes
    function functions.read(keys, args)
      local entries, bytes, start = {}, 0, args[1]
      while #entries < tonumber(args[2]) and bytes < tonumber(args[3]) do
        local page = call('XRANGE', keys[1], start, '+', 'COUNT', 4)
        for _, entry in ipairs(page) do
          entries[#entries + 1] = entry
          for index = 2, #entry[2], 2 do bytes = bytes + #entry[2][index] end
        end
        if #page < 4 then return {0, entries} end
        start = '(' .. page[4][1]
      end
      return {1, entries}
    end

    -- Deletes a session. For a day, its head tells nodes that follow it. Returns whether the session was there.
    -- keys: names, session, head, log, changes
    -- arguments: the name, the id, the channel of sessions
    function functions.delete(keys, args)
      if call('HGET', keys[1], args[1]) ~= args[2] then return 0 end
      -- Also a session whose keys somebody else has replaced can be deleted.
      local parts = redis.pcall('HGET', keys[2], 'parts')
      call('INCR', keys[5])
      redis.call('HDEL', keys[1], args[1])
      redis.call('UNLINK', keys[2], keys[4])
      if type(parts) == 'string' and parts ~= '' then redis.call('UNLINK', parts) end
      redis.call('SET', keys[3], 'deleted', 'EX', 86400)
      redis.call('PUBLISH', keys[3], 'deleted')
      redis.call('PUBLISH', args[3], args[2])
      return 1
    end

    -- Adds a part to a snapshot. If its node ends before the snapshot counts, all parts go after an hour.
    -- keys: the parts of the snapshot
    -- arguments: the part
    function functions.part(keys, args)
      if redis.call('RPUSH', keys[1], args[1]) == 1 then redis.call('PEXPIRE', keys[1], 3600000) end
      return 1
    end

    -- Makes a snapshot the one that counts, unless a later one does, or some of its parts are gone. Returns whether it is.
    -- keys: session, the parts of the snapshot
    -- arguments: the number of its last record, the number of parts, the values of the hash of the session
    function functions.snapshot(keys, args)
      local number = redis.call('HGET', keys[1], 'number')
      if not number or (tonumber(number) or -1) >= tonumber(args[1]) or redis.call('LLEN', keys[2]) ~= tonumber(args[2]) then
        redis.call('UNLINK', keys[2])
        return 0
      end
      local old = redis.call('HGET', keys[1], 'parts')
      redis.call('HSET', keys[1], 'number', args[1], unpack(args, 3))
      redis.call('PERSIST', keys[2])
      if old and old ~= '' then redis.call('UNLINK', old) end
      return 1
    end

    -- Writes what a daemon has of a session in the place of what is there, unless that has changed since it was read.
    -- Returns whether it has; -1 if another session has the name.
    -- keys: names, session, head, log, the parts of the snapshot, the number of sessions that were made, changes
    -- arguments: the name, the id, the head, the channel of sessions, the head and the start that were read (empty if they
    -- are missing), the number of parts, the values of the hash of the session
    function functions.restore(keys, args)
      -- These fail for keys of other types, which stay as they are.
      local head = call('GET', keys[3]) or ''
      local session = call('HMGET', keys[2], 'start', 'order', 'parts')
      call('XRANGE', keys[4], '-', '+', 'COUNT', 1)
      local known = call('HGET', keys[1], args[1])
      local prefix = string.sub(keys[2], 1, #keys[2] - #args[2])
      local isTaken = known and known ~= args[2] and redis.call('EXISTS', prefix .. known) == 1
      local isOther = head ~= args[5] or (session[1] or '') ~= args[6]
      if isTaken or isOther or call('LLEN', keys[5]) ~= tonumber(args[7]) then
        redis.call('UNLINK', keys[5])
        return isTaken and -1 or 0
      end
      local order = session[2] or call('INCR', keys[6])
      call('INCR', keys[7])
      redis.call('UNLINK', keys[2], keys[4])
      if session[3] and session[3] ~= '' then redis.call('UNLINK', session[3]) end
      redis.call('HSET', keys[1], args[1], args[2])
      redis.call('HSET', keys[2], 'order', order, unpack(args, 8))
      redis.call('SET', keys[3], args[3])
      redis.call('PERSIST', keys[5])
      redis.call('PUBLISH', keys[3], 'restored')
      redis.call('PUBLISH', args[4], args[2])
      return 1
    end

    -- Notes the run of the server. Returns how often it may have lost changes, how many were lost the last time, and whether
    -- its file was rewritten in this run. It may lose changes at each start, unless it synced each command of a file that
    -- was rewritten; when a replica became the server; and when it has fewer changes or losses than a node has seen.
    -- keys: server, changes
    -- arguments: the run, 'always' or another setting, '1' if the server was a replica, the changes and the losses that the
    -- node has seen
    function functions.open(keys, args)
      local known = call('HMGET', keys[1], 'run', 'fsync', 'losses', 'lost', 'rewritten')
      local losses, lost = number(known[3] or '1', keys[1]), number(known[4] or '0', keys[1])
      local changes = number(call('GET', keys[2]) or '0', keys[2])
      local seen, seenLosses = tonumber(args[4]), tonumber(args[5])
      local isOther = known[1] ~= args[1]
      local isEmptied = not known[1] and seenLosses > 0
      if isEmptied or changes < seen or losses < seenLosses or isOther and known[1] and (known[2] ~= 'always' or args[3] == '1') then
        losses = math.max(losses, seenLosses) + 1
        lost = (isEmptied and seen or math.max(seen - changes, 0)) % 4294967296
        redis.call('HSET', keys[1], 'losses', losses, 'lost', lost)
        -- No other node has seen as many, so that it counts once.
        redis.call('SET', keys[2], string.format('%.0f', math.max(changes, seen) + 4294967296))
      end
      if isOther then
        redis.call('HSET', keys[1], 'run', args[1], 'fsync', 'other', 'losses', losses)
      elseif args[2] ~= 'always' and known[2] == 'always' then
        redis.call('HSET', keys[1], 'fsync', args[2])
        redis.call('HDEL', keys[1], 'rewritten')
      end
      return {losses, lost, known[5] == args[1] and 1 or 0}
    end

    redis.register_function('celld_append' .. version, functions.append)
    redis.register_function('celld_turn' .. version, functions.turn)
    redis.register_function('celld_create' .. version, functions.create)
    redis.register_function{function_name = 'celld_read' .. version, callback = functions.read, flags = {'no-writes'}}
    redis.register_function('celld_delete' .. version, functions.delete)
    redis.register_function('celld_part' .. version, functions.part)
    redis.register_function('celld_snapshot' .. version, functions.snapshot)
    redis.register_function('celld_restore' .. version, functions.restore)
    redis.register_function('celld_open' .. version, functions.open)
    """
}

extension RedisCommand {
  /// A call of a function. Its arguments follow.
  ///
  /// - Parameter keys: the names of its keys.
  init(calling function: String, keys: [String]) {
    self.init("FCALL")
    add(RedisScript.name(function))
    add(keys.count)
    for key in keys { add(key) }
  }

  /// The command that has other nodes rest for a moment.
  static func rest(_ id: Int64, _ keys: RedisKeys) -> RedisCommand {
    RedisCommand("SET", keys.turn(id), "5", "PX", "100", "NX")
  }

  /// The command that takes a longer turn, or takes it again. Nobody else may append then.
  ///
  /// - Parameter milliseconds: the time after which it ends; 0 to end it.
  static func turn(_ id: Int64, _ keys: RedisKeys, of node: String, milliseconds: Int) -> RedisCommand {
    var command = RedisCommand(calling: "turn", keys: [keys.turn(id)])
    command.add(node)
    command.add(milliseconds)
    return command
  }

  /// The command that notes the run of the server. The changes and losses are those that the node
  /// has seen.
  static func open(_ server: RedisServer, _ keys: RedisKeys) -> RedisCommand {
    var command = RedisCommand(calling: "open", keys: [keys.server, keys.changes])
    command.add(server.run)
    command.add(server.syncCure == nil ? "always" : "other")
    command.add(server.history.contains { $0 != "0" } ? "1" : "0")
    command.add(server.changes)
    command.add(server.losses)
    return command
  }

  /// The command that makes a session.
  static func create(
    _ session: StoredSession, _ start: LogPosition, _ keys: RedisKeys, losses: Int64
  ) -> RedisCommand {
    let values = RedisSession.values(of: session, start, losses: losses)
    let name = RedisKeys.name(session.name, of: session.owner)
    var command = RedisCommand(
      calling: "create",
      keys: [keys.names, keys.session(session.id), keys.head(session.id), keys.order, keys.changes])
    for text in [name, "\(session.id)", start.text, keys.sessions] + values { command.add(text) }
    return command
  }

  /// The command that reads entries of a log after a position. ``LogPage`` takes its reply.
  static func read(_ id: Int64, after position: LogPosition, count: Int, _ keys: RedisKeys) -> RedisCommand {
    var command = RedisCommand(calling: "read", keys: [keys.log(id)])
    command.add("(\(position.id)")
    command.add(count)
    command.add(LogPage.bytes)
    return command
  }

  /// The command that reads a few entries of a log after a position. It takes the server a sixth of
  /// the time of ``read(_:after:count:_:)``, since they do not become values of Lua.
  static func range(
    _ id: Int64, after position: LogPosition, count: Int, _ keys: RedisKeys
  ) -> RedisCommand {
    RedisCommand("XRANGE", keys.log(id), "(\(position.id)", "+", "COUNT", "\(count)")
  }

  /// The command that deletes a session with a name of ``RedisKeys/name(_:of:)``.
  static func delete(_ id: Int64, _ name: String, _ keys: RedisKeys) -> RedisCommand {
    var command = RedisCommand(
      calling: "delete", keys: [keys.names, keys.session(id), keys.head(id), keys.log(id), keys.changes])
    for text in [name, "\(id)", keys.sessions] { command.add(text) }
    return command
  }
}

extension StoreError {
  static let unknownSession = StoreError("The session is deleted. Create it again.")
  static func doubleName(_ name: String, _ keys: RedisKeys) -> StoreError {
    StoreError(
      "The name \(name) in \(keys.names) is that of another session. Run redis-cli HDEL \(keys.names) \(name)."
    )
  }
  static let afterOutage = StoreError(
    "The store was away for a moment, and earlier changes can be missing. Repeat the change.",
    retryAfter: 1000)
  static func lacksReplicas(_ needed: Int, has count: Int) -> StoreError {
    let verb = count == 1 ? "is" : "are"
    let missing =
      count < needed ? "only \(count) \(verb) connected" : "some of them do not answer"
    return StoreError(
      "A change of this session must reach \(needed) replica\(needed == 1 ? "" : "s") of the Redis server, and "
        + "\(missing). Start replicas with REPLICAOF.",
      retryAfter: 1000)
  }
  static let rewriting = StoreError(
    "The Redis server was started again and still rewrites its append-only file. Until then, no change of this session is "
      + "certain to survive the next start. Repeat the change.",
    retryAfter: 1000)
  static func notRewritten(_ reason: String) -> StoreError {
    StoreError(
      "The Redis server does not rewrite its append-only file after its start (BGREWRITEAOF: \(reason)), so the next start could lose "
        + "changes. Permit it to the user of celld.",
      retryAfter: 5000)
  }
}
