"""`temple-sim verify`: replay games of a run and compare."""

from pathlib import Path
from typing import Annotated

import typer

from temple_sim.cli import show

Folder = Annotated[Path, typer.Argument(help="Run folder.", show_default=False)]
Sample = Annotated[str, typer.Option(help="Share of the games to replay: 1%, 0.01, or 100%.")]


def verify(run: Folder, sample: Sample = "1%") -> None:
    """Replay a share of a run's games from its manifest and compare them with its rows.

    Exit code 0 when all agree, 1 when something differs. Example:

      temple-sim verify runs/my-run --sample 5%
    """
    from temple_sim.verify import verify_run

    finding = verify_run(run, parse_share(sample))
    out = show.console()
    for remark in finding.remarks:
        out.print(f"note: {remark}", markup=False, soft_wrap=True)
    for problem in finding.problems:
        out.print(problem, markup=False, soft_wrap=True)
    verdict = "all agree" if finding.ok else "NOT as played"
    out.print(
        f"{run}: {finding.games:,} games replayed, {finding.differing:,} differ: {verdict}.",
        markup=False,
        soft_wrap=True,
    )
    if not finding.ok:
        raise typer.Exit(1)


def parse_share(text: str) -> float:
    """A share from `1%` or `0.01`."""
    from temple_sim.core.errors import UserError

    try:
        share = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 < share <= 1:
        raise UserError(f"--sample must be a share such as 1% or 0.5, not '{text}'.")
    return share
