"""Renew what the documents show: `make reports`, or `python scripts/reports.py raider` for one game's tables.

`python scripts/reports.py experiments` plays the worked experiments anew (some ten minutes on two cores).

A payoff table stands between `<!-- payoff N -->` and `<!-- end -->` in a game's README and is what
`temple-sim policies GAME --payoff` prints; `reports/run.svg` is what a run prints.
"""

import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(sys.executable).with_name("temple-sim")
SOLO = re.compile(r"(<!-- solo -->\n).*?(<!-- end -->)", re.DOTALL)
MARKED = re.compile(r"(<!-- payoff (\d+) -->\n).*?(<!-- end -->)", re.DOTALL)


PICTURED = ["run", "--game", "raider", "--n", "1e5", "--seed", "1"]


def printed(arguments: list[str]) -> str:
    """What a command prints when piped, without trailing blanks."""
    run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return "\n".join(line.rstrip() for line in run.stdout.splitlines()).strip()


def payoff_table(game: str, players: str) -> str:
    """The command and what it prints, as Markdown."""
    arguments = ["policies", game, "--payoff", "--players", players, "--n", "4000"]
    lines = printed(arguments)
    return f"`temple-sim {' '.join(arguments)}`\n\n```\n{lines}\n```\n"


def solo_table(game: str) -> str:
    """Share of each solo result per policy, as Markdown, with the command for one of them."""
    arguments = ["run", "--game", game, "--players", "1", "--n", "20000", "--quiet", "--format", "json", "--policies"]
    lines = []
    for policy in json.loads(printed(["policies", game, "--format", "json"])):
        with tempfile.TemporaryDirectory() as folder:
            out = ["--out", str(Path(folder) / "run")]
            headlines = json.loads(printed([*arguments, policy["policy"], *out]))["headlines"]
        rows = next(table["rows"] for table in headlines if table["title"] == "Result")
        cells = [row["cells"][0] for row in rows]
        shown = [f"{100 * c['value']:.1f}% [{100 * c['low']:.1f}, {100 * c['high']:.1f}]" for c in cells]
        lines.append(f"| {policy['policy']} | {' | '.join(shown)} |")
    names = " | ".join(row["row"] for row in rows)
    head = f"| policy | {names} |\n|{'---|' * (len(rows) + 1)}\n"
    return f"`temple-sim {' '.join(arguments)} planner`, 20,000 games a policy\n\n{head}" + "\n".join(lines) + "\n"


def picture(file: Path) -> None:
    """A run as it looks on a terminal, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        text = printed([*PICTURED, "--quiet", "--out", str(Path(folder) / "run")])
    width = max(len(line) for line in text.splitlines())
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
    console.print(text, highlight=True, markup=False)
    file.write_text(console.export_svg(title=" ".join(["temple-sim", *PICTURED]), unique_id="run"))


def experiments() -> None:
    """Play the worked experiments and write their pages; the findings beside them are written by hand."""
    for file in sorted((ROOT / "scripts" / "experiments").glob("*.toml")):
        arguments = ["whatif", "run", f"scripts/experiments/{file.name}", "--quiet"]
        subprocess.run([PROGRAM, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        print(f"reports/experiments/{file.stem}")


def main() -> None:
    """Renew the READMEs of the games named, or of all, and then the picture too."""
    if len(sys.argv) == 1:
        picture(ROOT / "reports" / "run.svg")
    if len(sys.argv) == 1 or "experiments" in sys.argv[1:]:
        experiments()
    for readme in sorted((ROOT / "temple_sim" / "games").glob("*/README.md")):
        game = readme.parent.name
        if len(sys.argv) == 1 or game in sys.argv[1:]:
            text = readme.read_text()
            renewed = MARKED.sub(lambda m, g=game: m[1] + payoff_table(g, m[2]) + m[3], text)
            renewed = SOLO.sub(lambda m, g=game: m[1] + solo_table(g) + m[2], renewed)
            readme.write_text(renewed)
            print(f"{readme}: {len(MARKED.findall(text))} tables")


if __name__ == "__main__":
    main()
