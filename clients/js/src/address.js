// The sockets where a daemon can be (protocol.md, §2).

import fs from "node:fs";
import path from "node:path";

const LONGEST = 107; // bytes of a path, without the NUL of sockaddr_un
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

/** The path that the caller or $CELLD_SOCKET names. */
export function fixedPath(named, environment = process.env) {
  return named || environment.CELLD_SOCKET || undefined;
}

/** The paths to try, in order. If the caller or $CELLD_SOCKET names one, it is the only one. */
export function candidates(named, environment = process.env) {
  const only = fixedPath(named, environment);
  if (only) return [{ path: only, origin: "named" }];
  const runtime = environment.XDG_RUNTIME_DIR;
  return [
    ...(runtime ? [{ path: `${runtime}/celld/celld.sock`, origin: "runtime" }] : []),
    { path: "/run/celld/celld.sock", origin: "system" },
    { path: `/tmp/celld-${process.geteuid()}/celld.sock`, origin: "temporary" },
  ];
}

/** The reason why a path is not used. Undefined if it can be used. */
export function problem(candidate) {
  const length = Buffer.byteLength(candidate.path);
  if (length > LONGEST) return `the path is ${length} bytes long, and the kernel allows ${LONGEST}`;
  const directory = path.dirname(candidate.path);
  const above = path.dirname(directory);
  const user = process.geteuid();
  switch (candidate.origin) {
    case "named":
      return lends(directory, fs.statSync, OTHERS_WRITE, STICKY);
    case "temporary": {
      const status = statusOf(directory, fs.lstatSync);
      const isPrivate = status?.isDirectory() && (status.mode & 0o777) === 0o700 && status.uid === user;
      return status && !isPrivate ? `${directory} is not a directory of your own with mode 0700` : undefined;
    }
    default: {
      const isSystem = candidate.origin === "system";
      const owners = isSystem ? [0] : [0, user];
      const writers = GROUP_WRITES | OTHERS_WRITE;
      return (
        foreign(above, fs.statSync, owners) ??
        lends(above, fs.statSync, writers, STICKY) ??
        foreign(directory, fs.lstatSync, isSystem ? undefined : owners) ??
        lends(directory, fs.lstatSync, writers, 0)
      );
    }
  }
}

function statusOf(directory, look) {
  try {
    return look(directory);
  } catch {
    return undefined;
  }
}

function foreign(directory, look, owners) {
  const status = statusOf(directory, look);
  if (!status) return undefined;
  if (!status.isDirectory()) return `${directory} is not a directory`;
  if (owners && !owners.includes(status.uid)) return `${directory} belongs to the user ${status.uid}`;
  return undefined;
}

/** A reason if others can replace files in a directory. The sticky bit prevents that in /tmp. */
function lends(directory, look, writers, protection) {
  const status = statusOf(directory, look);
  if (!status || !(status.mode & writers) || status.mode & protection) return undefined;
  return `other users can replace the sockets in ${directory}`;
}
