"""The measured programs: their paths, their start, and their memory."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PACKAGE = pathlib.Path(__file__).resolve().parent.parent.parent
SERVER_CORE, CLIENT_CORE = "0", "1"


def output(command, **options):
    """Returns the standard output of a command. Raises if it fails."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def build_celld():
    """Builds celld; returns its folder."""
    return pathlib.Path(output([PACKAGE / "scripts/build-release"]).split("\n")[-2])


def build():
    """Builds celld and the benchmarks; returns the folders of both."""
    celld = build_celld()
    swift = ["swift", "build", "-c", "release", "--package-path", PACKAGE / "Benchmarks"]
    subprocess.run(swift, check=True, stdout=subprocess.DEVNULL)
    return celld, pathlib.Path(output(swift + ["--show-bin-path"]).strip())


def build_peers(source, scratch):
    """Copies the peers to the scratch folder, as they write to their own folder, and builds them there."""
    place = scratch / "peers"
    if not (place / "rs/target/release/rs_hand").exists():
        shutil.copytree(source, place, dirs_exist_ok=True)
        subprocess.run(["chmod", "-R", "u+w", place], check=True)
        subprocess.run(["./build.sh"], cwd=place, check=True, stdout=subprocess.DEVNULL)
    return place


def reachable(path, seconds=10):
    """Waits until a server listens on the socket."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
            probe.connect(str(path))
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens on {path}")


class Server:
    """A server on a Unix socket in a private folder; ends with the `with` block."""

    def __init__(self, command, pinned):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="celld-bench-"))
        self.socket = self.folder / "socket"
        pin = ["taskset", "-c", SERVER_CORE] if pinned else []
        log = open(self.folder / "log", "wb")
        command = [str(part).replace("SOCKET", str(self.socket)).replace("FOLDER", str(self.folder))
                   for part in command]
        self.process = subprocess.Popen(pin + command, stdout=log, stderr=log)
        reachable(self.socket)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def resident(self):
        """Bytes of memory that the process has."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0

    def processor_seconds(self):
        """Seconds of processor time that the process has used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def call(self, *requests):
        """Sends requests to celld, one line each; returns the results."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            lines = connection.makefile("rwb")
            results = []
            for request in requests:
                lines.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
                lines.flush()
                reply = json.loads(lines.readline())
                if "error" in reply:
                    raise RuntimeError(reply["error"]["message"])
                results.append(reply["result"])
            return results


def celld(folder, pinned=False, durability=None):
    store = ["--store", "FOLDER/store.db", "--durability", durability] if durability else []
    return Server([folder / "celld", "--socket", "SOCKET"] + store, pinned)


def redis(pinned=False, appendfsync=None):
    append = ["--appendonly", "yes", "--appendfsync", appendfsync] if appendfsync else ["--appendonly", "no"]
    return Server(["redis-server", "--port", "0", "--unixsocket", "SOCKET", "--save", "", *append, "--dir", "FOLDER"],
                  pinned)


def respond(*words):
    """A Redis command in the protocol of Redis."""
    words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


def bench(binary, *arguments):
    """Runs the load generator on its own core. Returns its result."""
    return json.loads(output(["taskset", "-c", CLIENT_CORE, binary / "socket-bench", *map(str, arguments)]))


def start_bench(binary, *arguments):
    """Starts a second load generator, not on the core of the first, which is busy while it reads its file."""
    command = ["taskset", "-c", SERVER_CORE, binary / "socket-bench", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finish_bench(process):
    """Ends a load generator. Returns its result."""
    process.send_signal(signal.SIGTERM)
    return json.loads(process.communicate()[0])


def priority():
    """The scheduling priority of the measured programs."""
    group = pathlib.Path("/proc/self/autogroup")
    said = group.read_text().split()[-1] if group.exists() else "0"
    return f"nice {os.nice(0)}, group {said}"


def machine():
    """Lines about the machine."""
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    swift = subprocess.run(["swift", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [
        time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        f"{model}, {os.cpu_count()} cores, Linux {os.uname().release}",
        swift.stdout.split("\n")[0].strip(),
        output(["redis-server", "--version"]).split(" sha")[0].strip() if shutil.which("redis-server") else "no Redis",
        f"load average at the end: {os.getloadavg()[0]:.1f}; all measured programs at {priority()}",
    ]
