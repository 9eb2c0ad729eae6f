"""Renew the payoff tables in the games' READMEs: `make reports`, or `python scripts/reports.py raider`.

A table stands between `<!-- payoff N -->` and `<!-- end -->` and is what `temple-sim policies GAME --payoff` prints.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKED = re.compile(r"(<!-- payoff (\d+) -->\n).*?(<!-- end -->)", re.DOTALL)


def payoff_table(game: str, players: str) -> str:
    """The command and what it prints, as Markdown."""
    arguments = ["policies", game, "--payoff", "--players", players, "--n", "4000"]
    program = Path(sys.executable).with_name("temple-sim")
    run = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
    lines = "\n".join(line.rstrip() for line in run.stdout.splitlines()).strip()
    return f"`temple-sim {' '.join(arguments)}`\n\n```\n{lines}\n```\n"


def main() -> None:
    """Renew the READMEs of the games named, or of all."""
    for readme in sorted((ROOT / "temple_sim" / "games").glob("*/README.md")):
        game = readme.parent.name
        if len(sys.argv) == 1 or game in sys.argv[1:]:
            text = readme.read_text()
            renewed = MARKED.sub(lambda m, g=game: m[1] + payoff_table(g, m[2]) + m[3], text)
            readme.write_text(renewed)
            print(f"{readme}: {len(MARKED.findall(text))} tables")


if __name__ == "__main__":
    main()
