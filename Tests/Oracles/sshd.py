#!/usr/bin/env python3
"""A real sshd on loopback for the user who runs it, and an ssh that knows it.

usage: sshd.py FOLDER PROGRAMS

PROGRAMS is the folder with cellctl and celld that the other side has. It prints the address, as ssh://USER@127.0.0.1:PORT, once
sshd listens. FOLDER, which must not have blanks or quotation marks in its path, then has:

bin/ssh      /usr/bin/ssh with the files of FOLDER. Put FOLDER/bin first in PATH
config       the configuration of that ssh
known_hosts  the key of the server. Without it, ssh asks whether the key is right
key          the identity that the server knows
login        what the shell of the server reads before each command
celld.sock   the default socket on the other side (CELLD_SOCKET)

Each line of the input is a command, and a line is printed when it is done: `drop` kills the connections, `stop` also the server,
`start` starts it again, `end` ends all, as the end of the input does.
"""

import os
import pathlib
import pwd
import signal
import socket
import subprocess
import sys
import time


class Server:
    def __init__(self, folder, programs):
        self.folder = folder.resolve()
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        (self.folder / "bin").mkdir(exist_ok=True)
        for key in ("host_key", "key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / key], check=True)
        self.write("authorized_keys", (self.folder / "key.pub").read_text())
        self.write("known_hosts", f"[127.0.0.1]:{self.port} {(self.folder / 'host_key.pub').read_text()}")
        self.write("login", f"export PATH='{programs.resolve()}:/usr/bin:/bin' CELLD_SOCKET='{self.folder}/celld.sock'\n")
        self.write("sshd_config", f"""\
ListenAddress 127.0.0.1:{self.port}
HostKey {self.folder}/host_key
AuthorizedKeysFile {self.folder}/authorized_keys
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
ForceCommand . {self.folder}/login; eval "$SSH_ORIGINAL_COMMAND"
""")
        self.write("config", f"""\
IdentityFile {self.folder}/key
IdentitiesOnly yes
IdentityAgent none
UserKnownHostsFile {self.folder}/known_hosts
GlobalKnownHostsFile /dev/null
CheckHostIP no
StrictHostKeyChecking ask
RemoteCommand echo this is not the relay
LocalForward {self.folder}/forwarded 127.0.0.1:9
ExitOnForwardFailure yes
""")
        self.write("bin/ssh", f'#!/bin/sh\nexec /usr/bin/ssh -F {self.folder}/config "$@"\n', 0o755)
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)

    def write(self, name, text, mode=0o600):
        path = self.folder / name
        path.write_text(text)
        path.chmod(mode)

    def start(self):
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            ["/usr/sbin/sshd", "-D", "-e", "-f", self.folder / "sshd_config"], stdin=subprocess.DEVNULL, stderr=log)
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                if self.process.poll() is not None:
                    sys.exit((self.folder / "log").read_text())
                time.sleep(0.01)

    def drop(self):
        """Kills the connections with all their processes, but not a daemon that left their session."""
        for process in descendants(self.process.pid):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def stop(self):
        self.process.send_signal(signal.SIGSTOP)
        self.drop()
        self.process.kill()
        self.process.wait()


def descendants(process):
    try:
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    children = [int(child) for child in text.split()]
    return children + [other for child in children for other in descendants(child)]


def main():
    server = Server(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    server.start()
    print(f"ssh://{server.user}@127.0.0.1:{server.port}", flush=True)
    for line in sys.stdin:
        if line == "end\n":
            break
        {"drop": server.drop, "stop": server.stop, "start": server.start}[line.strip()]()
        print(line.strip(), flush=True)
    server.stop()


if __name__ == "__main__":
    main()
