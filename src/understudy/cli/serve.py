"""`understudy serve`: the playground in a browser."""

from __future__ import annotations

import argparse

from understudy.errors import SettingError

HELP = "Try metrics in a browser: scores and explanations while you type, reports of files."
EPILOG = """\
Only this machine can reach it, unless --host says otherwise; then it asks for a token. Ctrl-C stops it.

examples:
  understudy serve
  understudy serve --port 0 --open
  understudy serve --host 0.0.0.0
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8765, help="port to listen at, 0 for any (default: 8765)")
    parser.add_argument("--token", help="what a browser must show; made and printed where others can reach the server")
    parser.add_argument(
        "--max-body", type=float, default=16, metavar="MB", help="largest request, in megabytes (default: 16)"
    )
    parser.add_argument(
        "--max-segments", type=int, default=20_000, metavar="N", help="most segments of a request (default: 20000)"
    )
    parser.add_argument(
        "--time-limit", type=float, default=60, metavar="SECONDS", help="longest work for a request (default: 60)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        import starlette
        import uvicorn
    except ImportError:
        raise SettingError(
            "the playground needs more packages; install them with pip install 'understudy[web]'"
        ) from None
    del starlette, uvicorn
    from understudy.web.limits import Limits
    from understudy.web.server import serve

    def ready(address: str) -> None:
        print(f"The playground is at {address} (Ctrl-C stops it)", flush=True)
        if args.open:
            import webbrowser

            webbrowser.open(address)

    try:
        limits = Limits(int(args.max_body * 1e6), args.max_segments, args.time_limit)
    except (ValueError, OverflowError) as error:
        if isinstance(error, SettingError):
            raise
        raise SettingError(f"--max-body must be a number of megabytes, got {args.max_body}") from None
    try:
        serve(args.host, args.port, args.token, limits, ready)
    except KeyboardInterrupt:  # how a server is meant to end
        return 0
    return 0
