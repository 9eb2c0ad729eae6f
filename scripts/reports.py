"""Renew what the documents show: `make reports`, some half an hour on two cores, or a part of it.

`python scripts/reports.py pages` writes the balance reports in `reports/<game>`, `experiments` plays the worked what-if
experiments, `tables` renews the payoff tables in the games' READMEs (between `<!-- payoff N -->` and `<!-- end -->`;
`temple-sim policies GAME --payoff` prints them), `picture` what a run prints. The name of a game renews its page and
tables.
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
GAMES = {"raider": "2e5", "lost_temple": "1e5", "trail": "1e5", "five": "2e4"}  # games a player count of each page

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


def page(game: str) -> None:
    """A game's balance report in `reports/<game>`; figures and tables of an older one go first."""
    folder = ROOT / "reports" / game
    for kind in ("png", "svg", "csv"):
        for old in folder.glob(f"*.{kind}"):
            old.unlink()
    subprocess.run([PROGRAM, "report", "--game", game, "--n", GAMES[game], "--quiet"], cwd=ROOT, check=True)


def tables(game: str) -> None:
    """The tables in a game's README."""
    readme = ROOT / "temple_sim" / "games" / game / "README.md"
    text = readme.read_text()
    renewed = MARKED.sub(lambda m: m[1] + payoff_table(game, m[2]) + m[3], text)
    renewed = SOLO.sub(lambda m: m[1] + solo_table(game) + m[2], renewed)
    readme.write_text(renewed)
    print(f"{readme}: {len(MARKED.findall(text))} tables")


def experiments() -> None:
    """Play the worked experiments and write their pages; the findings beside them are written by hand."""
    for file in sorted((ROOT / "scripts" / "experiments").glob("*.toml")):
        arguments = ["whatif", "run", f"scripts/experiments/{file.name}", "--quiet"]
        subprocess.run([PROGRAM, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        print(f"reports/experiments/{file.stem}")


def main() -> None:
    """Renew what is named, or everything."""
    known = {
        "picture": lambda: picture(ROOT / "reports" / "run.svg"),
        "experiments": experiments,
        "pages": lambda: [page(game) for game in GAMES],
        "tables": lambda: [tables(game) for game in GAMES],
        **{game: lambda game=game: (page(game), tables(game)) for game in GAMES},
    }
    named = sys.argv[1:] or ["picture", "experiments", "pages", "tables"]
    if unknown := [name for name in named if name not in known]:
        sys.exit(f"Unknown: {', '.join(unknown)}. Known: {', '.join(known)}.")
    for name in named:
        known[name]()


if __name__ == "__main__":
    main()
