"""`understudy completion`: a script by which a shell completes commands, options and names of metrics."""

from __future__ import annotations

import argparse

HELP = "Print a script that completes commands, options and metrics in your shell."
EPILOG = """\
examples:
  source <(understudy completion bash)      # in ~/.bashrc
  source <(understudy completion zsh)       # in ~/.zshrc
  understudy completion fish | source       # in ~/.config/fish/config.fish
"""
SHELLS = ("bash", "zsh", "fish")

BASH = """\
_understudy() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{commands}" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}} $before" in
{values}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  case "$word" in
    -*)
      case "${{COMP_WORDS[1]}}" in
{options}
      esac
      COMPREPLY=($(compgen -W "$words" -- "$word"))
      ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _understudy understudy
"""
ZSH = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(args: argparse.Namespace) -> None:
    """Print the script."""
    from understudy.cli import COMMANDS

    actions = {name: _actions(module.add_arguments) for name, module in COMMANDS.items()}
    if args.shell == "fish":
        helps = {name: module.HELP for name, module in COMMANDS.items()}
        print(_fish(actions, helps), end="")
    else:
        print((ZSH if args.shell == "zsh" else "") + _bash(actions), end="")


def _actions(add: object) -> list[argparse.Action]:
    parser = argparse.ArgumentParser()
    add(parser)  # type: ignore[operator]
    return [action for action in parser._actions if action.option_strings]


def _choices(action: argparse.Action) -> list[str]:
    """The words that may follow an option, where they are few."""
    from understudy.cli.habits import METRIC_OPTIONS
    from understudy.metrics import CONTENTS

    if set(METRIC_OPTIONS) & set(action.option_strings):
        return [*CONTENTS, "all"]
    return [str(each) for each in action.choices or ()]


def _bash(actions: dict[str, list[argparse.Action]]) -> str:
    values = [
        f'    "{command} {option}") words="{" ".join(_choices(action))}" ;;'
        for command, own in actions.items()
        for action in own
        for option in action.option_strings
        if _choices(action)
    ]
    options = [
        f'        {command}) words="{" ".join(option for action in own for option in action.option_strings)}" ;;'
        for command, own in actions.items()
    ]
    return BASH.format(commands=" ".join(actions), values="\n".join(values), options="\n".join(options))


def _fish(actions: dict[str, list[argparse.Action]], helps: dict[str, str]) -> str:
    lines = [
        f"complete -c understudy -n __fish_use_subcommand -f -a {command} -d {_quoted(helps[command])}"
        for command in actions
    ]
    for command, own in actions.items():
        for action in own:
            names = [f"-l {each[2:]}" if each.startswith("--") else f"-s {each[1:]}" for each in action.option_strings]
            words = f" -x -a {_quoted(' '.join(_choices(action)))}" if _choices(action) else ""
            value = " -r" if action.nargs != 0 and not words else ""
            said = _quoted((action.help or "").replace("%%", "%"))
            where = f"'__fish_seen_subcommand_from {command}'"
            lines.append(f"complete -c understudy -n {where} {' '.join(names)}{value}{words} -d {said}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
