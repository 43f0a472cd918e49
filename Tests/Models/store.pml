/* One session in a durable store: two clients, the daemon, its writer, snapshots and crashes.
 *
 * docs/store.md has the rules. README.md in this folder explains what the model leaves out. The
 * search finds no error in the model. Each of these mutations breaks a rule, and the search finds
 * the error:
 *
 *   -DACK_EARLY        V4: a change is answered when it is applied
 *   -DSHOW_EARLY       V3: a change is shown when it is applied
 *   -DHALF_KEPT        V3: half of a large change counts
 *   -DREFUSE_EARLY     V5: an error that depends on an invisible change is answered at once
 *   -DLEVEL_AT_ONCE    V7: a change of the level is committed at the new level only
 *   -DCLOCK_NO_LIFE    L2: a clock is compared by its revision only
 *   -DLIFE_KEPT        L3: a session keeps its life after a possible loss
 *   -DOPEN_NO_SYNC     L4: the daemon serves before the store is synced
 *   -DMARK_IGNORED     L5: a store that lost its end keeps the lives of its sessions
 *   -DUNKNOWN_IGNORED  U2: a failed commit is taken as not done
 *   -DPARTS_LIVE       S2: the parts of a snapshot are taken from a list that changes
 *   -DTRIM_EARLY       S3: the log is trimmed before the snapshot counts
 */

/* The bounds of the search: what may still happen. `init` has their values. */
byte ends;           /* ends of the daemon: by a kill, by a power cut, or in order */
byte snapshots;
byte failures;       /* commits that fail */
byte refusals;       /* requests that are refused because of the revision of the head */
byte losses;         /* ends of the store that are lost: by damage, or because a copy is put back */

/* The changes. Client 0 sends 1 and 3, client 1 sends 2. */
#define CHANGES 3
#define LARGE 2      /* has two records */
#define LEVEL 3      /* sets the level from `oldLevel` to `newLevel` */

#define FIRST_HALF 8 /* added to a change: the first of its two records */
#define RECORDS 6    /* 4, and 2 of a large change that was not completed */
#define LIVES 3

/* The levels. */
#define MEMORY 0
#define WRITTEN 1
#define SYNCED 2
byte oldLevel;
byte newLevel;

/* The store. `cache` is what the operating system has, `disk` is what a power cut leaves. */
typedef Store {
  byte log[RECORDS]; /* records in their order; 0 if trimmed */
  byte count;        /* records that were ever appended */
  byte cells[6];     /* two snapshots of at most three cells */
  byte snapshot;     /* the snapshot that counts: 1 or 2; 0 for none */
  byte revision;     /* of that snapshot */
  byte number;       /* records that are in that snapshot */
  byte life;
  bool isClean;      /* the daemon ended in order */
  bool boot;         /* the boot of the machine in which the store was opened last */
}
Store cache;
Store disk;
bool boot;           /* the present boot; only one power cut happens */
byte mark;           /* outside of the store: the records whose commit has returned */

/* The daemon. The state at revision r is the first r changes of `list`. */
bool isUp;
byte life;
byte list[CHANGES];
byte head;           /* the revision of the head */
byte visible;        /* the revision of the visible state */
byte stored;         /* the revision up to which commits have returned */
byte records[RECORDS];
byte recordCount;    /* records of the head */
byte sent;           /* records whose commit has returned */
byte flight;         /* records up to the end of the commit under way */
bool isCommitting;   /* the commit is in `cache`, but has not returned */
bool isUnknown;      /* a commit failed, and the store was not read since */
byte stage;          /* of a snapshot: 1 and 2, the next part; 3, all parts; 4, it counts */
byte frozen;         /* the revision of that snapshot */
byte frozenNumber;   /* the records that are in it */

/* The requests. `waitsFor` is the revision that the reply waits for; 0 without a request. */
byte next[2];        /* changes of the client that are done */
byte waitsFor[2];
byte asked[2];       /* the change; 0 for a request that is refused */

/* What the world outside knows. No rule reads it. */
byte saw[9];         /* for each life, the changes that somebody saw */
byte top[LIVES];     /* for each life, the highest revision that somebody heard of */
bool isAcknowledged[4];
byte promise;        /* the level of the session when the daemon ended */
bool isLost;         /* the store lost its end */
bool wasCut;         /* the power was cut since then */
bool mayLose;

byte lives;          /* lives that came after the first */

/* Scratch, with no meaning between two steps. */
hidden byte i;
hidden byte j;
hidden byte need;
hidden byte half;
hidden byte found[CHANGES];
hidden byte foundCount;

#define change(client) (1 + client + 2 * next[client])
#define maySend(client) (next[client] < 2 - client)

inline copy(from, to) {
  for (i : 0 .. RECORDS - 1) { to.log[i] = from.log[i] }
  for (i : 0 .. 5) { to.cells[i] = from.cells[i] }
  to.count = from.count; to.snapshot = from.snapshot; to.revision = from.revision;
  to.number = from.number; to.life = from.life; to.isClean = from.isClean; to.boot = from.boot
}

/* Makes the store safe from a power cut. After the last cut, the disk is not followed. */
inline sync() {
  if
  :: boot == 0 -> copy(cache, disk)
  :: else
  fi
}

/* Sets `need` to the level of the session at a revision of `list`. */
inline levelAt(revision) {
  need = oldLevel;
  i = 0;
  do
  :: i < revision ->
    if
    :: list[i] == LEVEL -> need = newLevel
    :: else
    fi;
    i++
  :: else -> break
  od
}

/* Sets `need` to the level that the change to `revision` must reach. */
inline levelFor(revision) {
#ifdef LEVEL_AT_ONCE
  levelAt(revision)
#else
  /* The stricter one of the levels before and after it. */
  levelAt(revision - 1);
  half = need;
  levelAt(revision);
  need = (half > need -> half : need)
#endif
}

/* Reads the state from the snapshot and the log. */
inline replay() {
  for (i : 0 .. CHANGES - 1) { found[i] = 0 }
  foundCount = cache.revision;
  i = 0;
  do
  :: i < cache.revision ->
    /* Each change inserts a cell at the start of the list: cell 0 is the newest. */
    found[foundCount - 1 - i] = cache.cells[(cache.snapshot - 1) * 3 + i];
    assert(found[foundCount - 1 - i] != 0);  /* S1: no cell is missing */
    i++
  :: else -> break
  od;
  half = 0;
  i = cache.number;
  do
  :: i < cache.count ->
    assert(cache.log[i] != 0);  /* S1: no record is missing */
    if
    :: cache.log[i] > FIRST_HALF ->
      half = cache.log[i] - FIRST_HALF
    :: else ->
      assert(cache.log[i] != LARGE || half == LARGE);  /* S1: both halves are there */
      assert(foundCount < CHANGES);  /* U2: no change is there twice */
      found[foundCount] = cache.log[i];
      foundCount++;
      half = 0
    fi;
    i++
  :: else -> break
  od;
#ifdef HALF_KEPT
  if
  :: half != 0 && foundCount < CHANGES -> found[foundCount] = half + FIRST_HALF; foundCount++
  :: else
  fi;
#endif
  half = 0
}

/* S1: the snapshot and the log are the state. */
inline checkStore() {
  replay();
  assert(foundCount >= stored);
  i = 0;
  do
  :: i < stored -> assert(found[i] == list[i]); i++
  :: else -> break
  od;
  i = 0
}

/* Somebody sees the visible state, and presents every clock that was ever handed out. */
inline expose() {
  i = 0;
  do
  :: i < visible ->
    assert(list[i] < FIRST_HALF);  /* V3: a change is shown whole */
    assert(saw[life * 3 + i] == 0 || saw[life * 3 + i] == list[i]);  /* L1, V2 */
    saw[life * 3 + i] = list[i];
    i++
  :: else -> break
  od;
  top[life] = (top[life] < visible -> visible : top[life]);
#ifdef CLOCK_NO_LIFE
#define isAccepted(clock) true
#else
#define isAccepted(clock) (clock == life)
#endif
  for (j : 0 .. LIVES - 1) {
    i = 0;
    do
    :: i < visible && i < top[j] && isAccepted(j) ->
      assert(saw[j * 3 + i] == 0 || saw[j * 3 + i] == list[i]);  /* L2 */
      i++
    :: else -> break
    od
  }
  i = 0
}

/* Shows the changes that need no store, if all before them are visible. */
inline showMemory() {
  do
  :: visible < head ->
    levelFor(visible + 1);
    if
    :: need == MEMORY -> visible++
    :: else -> break
    fi
  :: else -> break
  od
}

/* Applies a change to the head. Its records wait for the writer, its reply for the level. */
inline apply(client) {
  list[head] = change(client);
  head++;
  if
  :: change(client) == LARGE -> records[recordCount] = LARGE + FIRST_HALF; recordCount++
  :: else
  fi;
  records[recordCount] = change(client);
  recordCount++;
  asked[client] = change(client);
  waitsFor[client] = head;
#ifdef SHOW_EARLY
  visible = head;
#endif
  showMemory();
  expose()
}

/* Replaces the state by the one that was found, without requests. */
inline take(changes, recordsOfStore) {
  for (i : 0 .. CHANGES - 1) { list[i] = (i < changes -> found[i] : 0) }
  for (i : 0 .. RECORDS - 1) { records[i] = 0 }
  head = changes; visible = changes; stored = changes;
  recordCount = recordsOfStore; sent = recordsOfStore; flight = recordsOfStore;
  isCommitting = false; isUnknown = false; stage = 0; frozen = 0; frozenNumber = 0;
  waitsFor[0] = 0; waitsFor[1] = 0; asked[0] = 0; asked[1] = 0
}

proctype Client(bit me) {
  do
  :: d_step {
      isUp && !isUnknown && waitsFor[me] == 0 && maySend(me) && recordCount + 2 <= RECORDS ->
      /* U3: after a lost reply, the client reads the list before it sends a change again. */
      i = 0;
      do
      :: i < visible && list[i] != change(me) -> i++
      :: else -> break
      od;
      if
      :: i < visible -> next[me]++
      :: else -> apply(me)
      fi
    }
  /* A request with `ifRevision` is refused. The error names the revision of the head. */
  :: d_step {
      isUp && !isUnknown && waitsFor[me] == 0 && me == 1 && refusals > 0 && head > 0 ->
      refusals--;
#ifdef REFUSE_EARLY
      top[life] = (top[life] < head -> head : top[life])
#else
      waitsFor[me] = head
#endif
    }
  :: d_step {
#ifdef ACK_EARLY
      isUp && waitsFor[me] != 0 && waitsFor[me] <= head ->
#else
      isUp && waitsFor[me] != 0 && waitsFor[me] <= visible ->
#endif
      top[life] = (top[life] < waitsFor[me] -> waitsFor[me] : top[life]);
      if
      :: asked[me] != 0 ->
        assert(list[waitsFor[me] - 1] == asked[me]);  /* V2: the revision of the reply */
        isAcknowledged[asked[me]] = true;
        next[me]++
      :: else
      fi;
      asked[me] = 0;
      waitsFor[me] = 0
    }
  :: !maySend(me) && waitsFor[me] == 0 -> break
  :: recordCount + 2 > RECORDS && waitsFor[me] == 0 -> break
  od
}

/* The thread that commits. Large changes can be divided among commits, small ones share one. */
proctype Writer() {
  byte level;
end:
  do
  :: atomic {
      isUp && !isUnknown && !isCommitting && sent < recordCount ->
      flight = sent + 1;
      do
      :: flight < recordCount -> flight++
      :: break
      od;
      d_step {
        i = sent;
        do
        :: i < flight -> cache.log[cache.count] = records[i]; cache.count++; i++
        :: else -> break
        od;
        isCommitting = true
      }
    }
  /* The commit returns. */
  :: d_step {
      isUp && isCommitting ->
      level = MEMORY;
      do
      :: sent < flight ->
        if
        :: records[sent] < FIRST_HALF ->
          stored++;
          levelFor(stored);
          level = (need > level -> need : level)
        :: else
        fi;
        sent++
      :: else -> break
      od;
      if
      :: level == SYNCED -> sync()
      :: else
      fi;
      level = 0;
      mark = sent;
      isCommitting = false;
      visible = (visible < stored -> stored : visible);
      showMemory();
      expose()
    }
  /* The commit fails. Its record is in the store, or it is not. The head goes back. */
  :: atomic {
      isUp && !isUnknown && !isCommitting && sent < recordCount && visible == stored && failures > 0 ->
      failures--;
      if
      :: cache.log[cache.count] = records[sent]; cache.count++
      :: skip
      fi;
      d_step {
        for (i : 0 .. CHANGES - 1) { found[i] = list[i] }
        take(visible, sent);
#ifndef UNKNOWN_IGNORED
        isUnknown = true
#endif
      }
    }
  /* The store is read and synced. */
  :: d_step {
      isUp && isUnknown ->
      sync();
      replay();
      assert(foundCount >= visible);
      take(foundCount, cache.count);
      expose()
    }
  od
}

/* Writes a snapshot between the commits: two cells, one cell, the row that points to them. */
proctype Snapshots() {
end:
  do
  :: d_step {
      isUp && !isUnknown && !isCommitting && stage == 0 && snapshots > 0 && stored > cache.revision ->
      snapshots--;
      frozen = stored;
      /* The first half of a change is not part of the state. */
      frozenNumber = (sent > 0 && records[sent - 1] > FIRST_HALF -> sent - 1 : sent);
      stage = 1;
#ifdef TRIM_EARLY
      i = 0;
      do
      :: i < frozenNumber -> cache.log[i] = 0; i++
      :: else -> break
      od;
      i = 0
#endif
    }
#ifdef PARTS_LIVE
#define revisionOfParts stored
#else
#define revisionOfParts frozen
#endif
  :: d_step {
      isUp && !isUnknown && (stage == 1 || stage == 2) ->
      i = (stage == 1 -> 0 : 2);
      j = (cache.snapshot == 1 -> 3 : 0);
      do
      :: i < 3 && i < 2 * stage ->
        cache.cells[j + i] = (i < revisionOfParts -> list[revisionOfParts - 1 - i] : 0);
        i++
      :: else -> break
      od;
      stage++
    }
  :: d_step {
      isUp && !isUnknown && stage == 3 ->
      cache.snapshot = (cache.snapshot == 1 -> 2 : 1);
      cache.revision = frozen;
      cache.number = frozenNumber;
      stage = 4;
      checkStore()
    }
  /* Then the log is trimmed, and the other snapshot is deleted. */
  :: d_step {
      isUp && !isUnknown && stage == 4 ->
      i = 0;
      do
      :: i < cache.number -> cache.log[i] = 0; i++
      :: else -> break
      od;
      for (i : 0 .. 2) { cache.cells[(cache.snapshot == 1 -> 3 : 0) + i] = 0 }
      stage = 0; frozen = 0; frozenNumber = 0;
      checkStore()
    }
  od
}

/* The daemon ends. Only the store is left. */
inline stop() {
  ends--;
  levelAt(visible);
  promise = need;
  isUp = false;
  take(0, 0)
}

/* The power is cut: only the disk is left. */
inline cut() {
  boot = 1;
  wasCut = true;
  mark = 0;  /* it is not synced, and not compared after another boot */
  copy(disk, cache);
  for (i : 0 .. RECORDS - 1) { disk.log[i] = 0 }
  for (i : 0 .. 5) { disk.cells[i] = 0 }
  disk.count = 0; disk.snapshot = 0; disk.revision = 0; disk.number = 0; disk.life = 0; disk.isClean = 0
}

proctype Machine() {
end:
  do
  /* The operating system writes to the disk when it likes. */
  :: d_step {
      ends > 0 && boot == 0 && (cache.count != disk.count || cache.snapshot != disk.snapshot ||
        cache.revision != disk.revision || cache.life != disk.life || cache.isClean != disk.isClean) ->
      sync()
    }
  /* kill -9 */
  :: d_step { isUp && ends > 0 -> stop() }
  /* A power cut, while the daemon runs or after it ended. */
  :: d_step { isUp && ends > 0 && boot == 0 -> stop(); cut() }
  :: d_step { !isUp && ends > 0 && boot == 0 -> ends--; cut() }
  /* The store loses its end, and the machine goes on. */
  :: d_step { !isUp && losses > 0 && boot == 0 -> losses--; copy(disk, cache); isLost = true }
  /* An orderly end: all is stored and synced. */
  :: d_step {
      isUp && ends > 0 && sent == recordCount && !isCommitting && !isUnknown && waitsFor[0] == 0 &&
        waitsFor[1] == 0 ->
      cache.isClean = true;
      sync();
      stop();
      promise = SYNCED
    }
  /* The daemon starts. */
  :: d_step {
      !isUp ->
      replay();
      take(foundCount, cache.count);
      levelAt(visible);
#ifdef MARK_IGNORED
#define isCut false
#else
#define isCut (cache.count < mark)
#endif
#ifndef LIFE_KEPT
      if
      :: isCut || !cache.isClean && (need == MEMORY || need == WRITTEN && cache.boot != boot) ->
        lives++;
        cache.life = lives
      :: else
      fi;
#endif
      life = cache.life;
      cache.isClean = false;
      cache.boot = boot;
#ifndef OPEN_NO_SYNC
      sync();
#endif
      isUp = true;
      /* No acknowledged change is lost, unless its level allows that. */
      mark = cache.count;
      mayLose = (isLost || promise == MEMORY || promise == WRITTEN && wasCut);
      for (j : 1 .. CHANGES) {
        i = 0;
        do
        :: i < visible && list[i] != j -> i++
        :: else -> break
        od;
        assert(!isAcknowledged[j] || i < visible || mayLose);
        isAcknowledged[j] = isAcknowledged[j] && i < visible
      }
      /* V8: in one life, nothing that somebody heard of is gone. */
      assert(visible >= top[life]);
      mayLose = false; promise = 0; wasCut = false; isLost = false;
      expose()
    }
  od
}

init {
  atomic {
    /* Several searches with few events are small. One with all of them is large. */
    if
    :: ends = 1; losses = 1; refusals = 1
    :: ends = 2; failures = 1; refusals = 1
    :: ends = 2; snapshots = 1
    :: ends = 1; snapshots = 2
    :: ends = 1; snapshots = 1; failures = 1
    fi;
    if
    :: oldLevel = MEMORY; newLevel = WRITTEN
    :: oldLevel = MEMORY; newLevel = SYNCED
    :: oldLevel = WRITTEN; newLevel = MEMORY
    :: oldLevel = WRITTEN; newLevel = SYNCED
    :: oldLevel = SYNCED; newLevel = MEMORY
    :: oldLevel = SYNCED; newLevel = WRITTEN
    fi;
    isUp = true;
    run Client(0); run Client(1); run Writer(); run Snapshots(); run Machine()
  }
}
