"""Playing games: schedule, playout loop, parallel runner, traces and their verification."""
