#!/bin/sh
# Installs celld into ~/.local for one user, and starts its socket. Needs no root.
#   ./install.sh --user               installs, or updates
#   ./install.sh --user --uninstall   removes what it installed; the sessions end
set -eu
cd "$(dirname "$0")"
# cellctl does not trust presets that others can write.
umask 022
prefix=$HOME/.local

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

case "$*" in
  --user) action=install ;;
  "--user --uninstall") action=uninstall ;;
  *) fail "usage: ./install.sh --user [--uninstall]" ;;
esac

# The files of this folder have the same places below ~/.local.
files() { find bin lib share -type f; }

# Whether systemd runs for this user.
has_manager() { systemctl --user show-environment >/dev/null 2>&1; }

uninstall() {
  if has_manager; then
    systemctl --user --quiet disable --now celld.socket celld.service 2>/dev/null || true
  fi
  files | while read -r file; do
    rm -f "$prefix/$file"
    # Folders that are empty now, which others may share.
    (cd "$prefix" 2>/dev/null && rmdir -p "$(dirname "$file")" 2>/dev/null) || true
  done
  rmdir "$prefix" 2>/dev/null || true
  if has_manager; then
    systemctl --user daemon-reload
  fi
  say "celld is removed from $prefix."
}

check_libraries() {
  missing=$(ldd bin/* 2>&1 | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u)
  if [ -n "$missing" ]; then
    fail "these libraries are missing:
$missing
On Debian 12, Debian 13 and Ubuntu 24.04, have root run: apt-get install @PACKAGES@"
  fi
  bin/celld --version >/dev/null || fail "celld does not run on this machine; it was built for Debian 12 and later (@ARCHITECTURE@)"
}

install_files() {
  files | while read -r file; do
    mkdir -p "$prefix/$(dirname "$file")"
    # A running program cannot be overwritten, but it can be replaced.
    cp -p "$file" "$prefix/$file.new"
    mv -f "$prefix/$file.new" "$prefix/$file"
  done
  say "celld $("$prefix/bin/celld" --version | sed 's/^celld \([^,]*\).*/\1/') is in $prefix/bin."
}

start_socket() {
  if has_manager; then
    systemctl --user daemon-reload
    systemctl --user --quiet enable --now celld.socket
    # An update replaces a running daemon.
    systemctl --user try-restart celld.service
    say "systemd listens on its socket, and starts celld for the first client."
  else
    say "systemd does not run for this user, so cellctl starts celld when it is needed."
  fi
}

if [ "$action" = uninstall ]; then
  uninstall
  exit 0
fi
check_libraries
install_files
start_socket
case ":$PATH:" in
  *":$prefix/bin:"*) say "Try: cellctl demo" ;;
  *) say "Add $prefix/bin to PATH, then try: cellctl demo" ;;
esac
