"""Renew what the documents show: `make reports`, or `python scripts/reports.py raider` for one game's tables.

A payoff table stands between `<!-- payoff N -->` and `<!-- end -->` in a game's README and is what
`temple-sim policies GAME --payoff` prints; `reports/run.svg` is what a run prints.
"""

import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parent.parent
MARKED = re.compile(r"(<!-- payoff (\d+) -->\n).*?(<!-- end -->)", re.DOTALL)


PICTURED = ["run", "--game", "raider", "--n", "1e5", "--seed", "1"]


def printed(arguments: list[str]) -> str:
    """What a command prints when piped, without trailing blanks."""
    program = Path(sys.executable).with_name("temple-sim")
    run = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
    return "\n".join(line.rstrip() for line in run.stdout.splitlines()).strip()


def payoff_table(game: str, players: str) -> str:
    """The command and what it prints, as Markdown."""
    arguments = ["policies", game, "--payoff", "--players", players, "--n", "4000"]
    lines = printed(arguments)
    return f"`temple-sim {' '.join(arguments)}`\n\n```\n{lines}\n```\n"


def picture(file: Path) -> None:
    """A run as it looks on a terminal, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        text = printed([*PICTURED, "--quiet", "--out", str(Path(folder) / "run")])
    width = max(len(line) for line in text.splitlines())
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
    console.print(text, highlight=True, markup=False)
    file.write_text(console.export_svg(title=" ".join(["temple-sim", *PICTURED]), unique_id="run"))


def main() -> None:
    """Renew the READMEs of the games named, or of all, and then the picture too."""
    if len(sys.argv) == 1:
        picture(ROOT / "reports" / "run.svg")
    for readme in sorted((ROOT / "temple_sim" / "games").glob("*/README.md")):
        game = readme.parent.name
        if len(sys.argv) == 1 or game in sys.argv[1:]:
            text = readme.read_text()
            renewed = MARKED.sub(lambda m, g=game: m[1] + payoff_table(g, m[2]) + m[3], text)
            readme.write_text(renewed)
            print(f"{readme}: {len(MARKED.findall(text))} tables")


if __name__ == "__main__":
    main()
