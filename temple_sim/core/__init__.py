"""What every layer builds on: random streams, records, the game contract, rulesets and errors."""
