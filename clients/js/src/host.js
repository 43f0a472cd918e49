// The address of a daemon on another machine (protocol.md, §2).

import { InvalidAddress } from "./errors.js";

const SCHEME = "ssh://";

/**
 * Reads ssh://[user@]host[:port][/path/of/socket]. Returns `words`, which name the other machine for ssh, its `host`,
 * and the `path` of the socket, or null for the default one. Throws InvalidAddress, which names the wrong part.
 *
 * The host and the user become arguments of ssh. So they have only characters that mean nothing to ssh or to a
 * shell, and do not begin like an option. The path goes to the relay as JSON.
 */
export function hostAddress(address) {
  if (!address.startsWith(SCHEME)) {
    refuse(`expected ssh://[user@]host[:port][/path], got ${JSON.stringify(address)}`,
      "write ssh://HOST, ssh://USER@HOST:PORT or ssh://HOST/path/of/socket");
  }
  const rest = address.slice(SCHEME.length);
  const slash = rest.indexOf("/");
  let place = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? "" : rest.slice(slash);
  const words = [];
  const at = place.lastIndexOf("@");
  if (at >= 0) {
    const user = place.slice(0, at);
    if (user.includes(":")) refuse("an address has no password", "leave it out; ssh asks for it");
    words.push("-l", checked(user, "user"));
    place = place.slice(at + 1);
  }
  const { host, port } = hostAndPort(place);
  if (port !== undefined) words.push("-p", String(port));
  words.push("--", host);
  return { words, host, path: path.length > 1 ? decoded(path) : null };
}

function hostAndPort(place) {
  let host = place;
  let port;
  if (place.startsWith("[") && place.includes("]")) {
    const end = place.indexOf("]");
    const rest = place.slice(end + 1);
    if (rest && !rest.startsWith(":")) refuse(`expected a port after "]", got ${JSON.stringify(rest)}`, "write [::1]:2222");
    host = checked(place.slice(1, end), "host", ":");
    if (rest) port = rest.slice(1);
  } else {
    const colon = place.lastIndexOf(":");
    if (colon >= 0) [host, port] = [place.slice(0, colon), place.slice(colon + 1)];
    checked(host, "host");
  }
  if (port === undefined) return { host };
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535) {
    refuse(`expected a port from 1 to 65535, got ${JSON.stringify(port)}`,
      "write a path as ssh://HOST/path, and an IPv6 address as [::1]");
  }
  return { host, port: Number(port) };
}

function checked(text, part, more = "") {
  if (!text) refuse(`the ${part} is empty`, "write ssh://HOST");
  const name = "name it in ~/.ssh/config, and use that name";
  if (text.startsWith("-")) refuse(`the ${part} begins with "-": ${JSON.stringify(text)}`, name);
  const wrong = text.match(new RegExp(`[^A-Za-z0-9._${more}-]`, "u"));
  if (wrong) {
    const isIPv6 = part === "host" && text.includes(":");
    refuse(`the ${part} ${JSON.stringify(text)} has ${JSON.stringify(wrong[0])}, and only letters, digits and ._- are possible`,
      isIPv6 ? "write an IPv6 address as [::1]" : name);
  }
  return text;
}

function decoded(path) {
  const mark = path.match(/[?#]/);
  if (mark) refuse(`the path has "${mark[0]}"`, `write it as %${mark[0].charCodeAt(0).toString(16).toUpperCase()}`);
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) refuse('"%" in the path is not followed by two hexadecimal digits', "write it as %25");
  let text = "\0";
  try {
    text = decodeURIComponent(path);
  } catch {
    // Not UTF-8.
  }
  if (text.includes("\0") || !isWellFormed(text)) refuse("the path is not UTF-8, or has U+0000", "rename the socket");
  return text;
}

/** Whether a text has no half of a pair of surrogates, which UTF-8 cannot have. */
function isWellFormed(text) {
  return !/[\ud800-\udfff]/u.test(text);
}

function refuse(problem, cure) {
  throw new InvalidAddress(`The address of a host: ${problem}; ${cure}.`);
}
