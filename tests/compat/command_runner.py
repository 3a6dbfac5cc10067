"""Run many command lines of one package in forks of one process: what each prints, logs and returns.

`python command_runner.py MODULE CALLS` reads a JSON list of [arguments, environment, standard input] and writes a JSON
list of [standard output, standard error, exit code]; `MODULE.main()` runs a command.
"""

import importlib
import json
import os
import pty
import sys
import tempfile
import traceback
from pathlib import Path


def run(main, arguments, environment, stdin, folder):
    streams = [folder / "stdin", folder / "stdout", folder / "stderr"]
    streams[0].write_text(stdin, encoding="utf-8")
    terminal = pty.openpty() if "TERMINAL" in environment else None
    if (child := os.fork()) == 0:
        for number, path in enumerate(streams):
            os.dup2(os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        if terminal:
            os.dup2(terminal[1], 1)
            os.close(terminal[1])
        os.environ.update(environment)
        sys.argv = ["sacrebleu", *arguments]
        code = 1
        try:
            code = main() or 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    if terminal:
        os.close(terminal[1])
        streams[1].write_bytes(shown(terminal[0]))
    _, status = os.waitpid(child, 0)
    return [*(path.read_text(encoding="utf-8") for path in streams[1:]), os.waitstatus_to_exitcode(status)]


def shown(terminal):
    """All that was written to a terminal, until its last writer has closed it."""
    parts = []
    try:
        while part := os.read(terminal, 65536):
            parts.append(part)
    except OSError:  # how Linux says so
        pass
    os.close(terminal)
    return b"".join(parts)


if __name__ == "__main__":
    command = importlib.import_module(sys.argv[1]).main
    calls = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as name:
        json.dump([run(command, *call, Path(name)) for call in calls], sys.stdout)
