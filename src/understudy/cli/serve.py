"""`understudy serve`: the playground in a browser."""

from __future__ import annotations

import argparse

from understudy.errors import SettingError

HELP = "Try metrics in a browser: scores and explanations while you type, reports on files."
EPILOG = """\
It listens on this machine only, unless --host says otherwise; then a token is required. Ctrl-C stops it.

examples:
  understudy serve
  understudy serve --port 0 --open
  understudy serve --host 0.0.0.0
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8765, help="port to listen on, 0 for any free one (default: 8765)")
    parser.add_argument("--token", help="access token; generated and printed if --host is not this machine")
    parser.add_argument(
        "--max-body", type=float, default=16, metavar="MB", help="maximum request size in megabytes (default: 16)"
    )
    parser.add_argument(
        "--max-segments",
        type=int,
        default=20_000,
        metavar="N",
        help="maximum segments per request (default: 20000)",
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=60,
        metavar="SECONDS",
        help="time limit per request (default: 60)",
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
