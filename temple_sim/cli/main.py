"""The `temple-sim` command."""

import sys
from typing import Annotated

import typer
from typer.exceptions import Abort

from temple_sim import __version__
from temple_sim.cli import show
from temple_sim.cli.balance import balance
from temple_sim.cli.bench import bench
from temple_sim.cli.games import games
from temple_sim.cli.metrics import metrics
from temple_sim.cli.policies import policies
from temple_sim.cli.report import report
from temple_sim.cli.rules import app as rules
from temple_sim.cli.run import run
from temple_sim.cli.sensitivity import sensitivity
from temple_sim.cli.sweep import sweep
from temple_sim.cli.trace import trace
from temple_sim.cli.value import value
from temple_sim.cli.verify import verify
from temple_sim.cli.whatif import app as whatif
from temple_sim.core.errors import UserError

app = typer.Typer(
    help="Monte Carlo strategy analysis for tabletop games.", no_args_is_help=True, pretty_exceptions_enable=False
)
for command in (run, games, policies, trace, verify, report, value, sweep, sensitivity, balance, metrics, bench):
    app.command()(command)
app.add_typer(rules, name="rules")
app.add_typer(whatif, name="whatif")


def _version(asked: bool) -> None:
    if asked:
        print(__version__)
        raise typer.Exit()


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command; errors of the user become one line and exit code 2, Ctrl-C becomes 130."""
    sys.exit(_exit_code())


def _exit_code() -> int:
    try:
        return app(standalone_mode=False) or 0
    except UserError as problem:
        show.error(str(problem))
        return 2
    except (KeyboardInterrupt, Abort):
        show.error("Interrupted.")
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        show.error(f"{where}{problem.strerror or problem}.")
        return 2
    except Exception as problem:
        if not hasattr(problem, "format_message"):
            raise
        show.error(str(problem.format_message()))  # a wrong option or argument
        return 2
