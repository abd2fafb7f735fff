"""Play one shard and write its file. A shard depends on the configuration and its number alone."""

import itertools
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

import fivefold as ff
from fivefold.lab.errors import StudyError
from fivefold.study.tables.columns import NO_ACTION, NOT_COUNTED, Cells, Table, opening_seats, texts
from fivefold.study.tables.rows import of_records, table_of, winner_words
from fivefold.study.tables.tally import Tally, Who

from .tasks import ALONE, Answer, Hooks, Task, deliver

Beat = Callable[[int, int], None]
one_at_a_time = threading.Lock()


def played(task: Task) -> Tally | None:
    """Return the counts of a shard whose file is there, whole and of this study; None if it is not."""
    if task.out is None or not task.out.exists(task.name):
        return None
    from fivefold.study.tables.parquet import shard_tally

    return shard_tally(task.out.source(task.name), task.fingerprint, task.games)


def sampled(task: Task) -> Any:
    """Return the sample of an experiment as a pyarrow table; None if it is not whole and of this study."""
    if task.out is None or not task.out.exists(task.sample_name):
        return None
    from fivefold.study.tables.sample import read_sample

    table = read_sample(task.out, task.sample_name, task.fingerprint)
    return table if table is not None and table.num_rows == task.experiment.sampled else None


def play_shard(task: Task, hooks: Hooks = ALONE) -> Answer:
    """Play a shard and write its file."""

    def beat(done: int, _total: int = 0) -> None:
        if hooks.on_progress is not None:
            hooks.on_progress(task, done)

    experiment = task.experiment
    # A player that is one object for all threads is asked by one of them at a time.
    alone = one_at_a_time if hooks.slot and experiment.own else nullcontext()
    # The slot is given up first; the disk is waited for then.
    with alone, hooks.slot or nullcontext():
        began = time.perf_counter()
        play = _recorded if experiment.rules is None else _random if experiment.is_plain else _players
        table, seats, records = play(task, beat)
        # Loads pyarrow, which a study does beside its first games.
        from fivefold.study.tables.parquet import to_parquet

        who = None
        if experiment.rules is not None and experiment.has_players:
            sides, exchange = experiment.rules.info.sides, experiment.exchange
            who = Who(sides, exchange, tuple(map(digest_of, records)), openings_of(task))
        data, tally = to_parquet(table, task.games, seats, task.fields, task.fingerprint, who)
        files: dict[str, bytes | memoryview] = {task.name: data}
        if task.records_name:
            text = "".join(f"{record.to_json()}\n" for record in records)
            files[task.records_name] = text.encode()
        beat(task.games)
    return deliver(task, files, seconds=time.perf_counter() - began, tally=tally)


def openings_of(task: Task) -> tuple[int, ...]:
    """Return the number of the opening of each game of a shard; none without openings."""
    experiment = task.experiment
    count = len(experiment.openings)
    numbers = range(task.first, task.first + task.games) if count else ()
    return tuple(number // experiment.round % count for number in numbers)


def digest_of(record: ff.Record) -> str:
    """Return a digest of what makes a game different: its start and its actions."""
    actions = np.array(record.actions, np.int32).tobytes()
    return blake2b(record.start.key.to_bytes(8) + actions, digest_size=8).hexdigest()


def _random(task: Task, beat: Beat) -> tuple[Table, int, Sequence[ff.Record]]:
    rules = task.experiment.rules
    assert rules is not None
    result = ff.playouts(
        rules,
        task.games,
        seed=task.seed,
        first=task.first,
        threads=task.threads,
        progress=beat,
        first_actions=task.experiment.first_moves,
    )
    moves = enumerate(_first_moves(rules, result.first_actions), 1)
    table = {
        **table_of(task.experiment.name, task.first, result.termination, result.returns),
        "seed": Cells(result.seeds),
        "winner": Cells(result._winner_bits, winner_words(rules.info.sides)),
        "turns": Cells(result.turns),
        "actions": Cells(result.actions),
        **{f"move_{number}": cells for number, cells in moves},
    }
    table |= {f"player_{seat}": Cells(name) for seat, name in enumerate(task.experiment.players)}
    stored = range(task.games) if task.experiment.save_records else ()
    return table, rules.num_players, [result.record(index) for index in stored]


def _players(task: Task, beat: Beat) -> tuple[Table, int, Sequence[ff.Record]]:
    """Let players play; each game depends on the seed, its number and the players alone."""
    from .players import play_games, round_seeds

    experiment = task.experiment
    rules, numbers = experiment.rules, range(task.first, task.first + task.games)
    assert rules is not None
    games = play_games(task, numbers, beat)
    records = [game.record() for game in games]
    table = of_records(experiment.name, task.first, records, rules.num_players, experiment.first_moves)
    table["seed"] = Cells(np.array(round_seeds(task, numbers), np.uint64))
    names, seats = list(experiment.players), rules.num_players
    for seat in range(opening_seats(experiment)):
        table[f"opening_{seat}"] = texts(
            [ff.pentagame.opening_type(record.position, seat) for record in records]
        )
    for seat in range(seats):
        turn = (np.arange(numbers.start, numbers.stop) + seat) % seats
        table[f"player_{seat}"] = (
            Cells(turn.astype(np.uint16), names) if experiment.exchange else Cells(names[seat])
        )
        counts = [NOT_COUNTED if game.simulations[seat] is None else game.simulations[seat] for game in games]
        table[f"simulations_{seat}"] = Cells(np.array(counts, np.int64))
        if experiment.times:
            seconds = [game.seconds[seat] for game in games]
            table[f"seconds_{seat}"] = Cells(np.array(seconds, np.float32))
    return table, seats, records


@lru_cache(64)
def _names(rules: ff.Rules) -> list[str]:
    """Return the moves of a game on a grid in notation, by action."""
    start = rules.start(seed=0)
    return [start.move(action) for action in range(rules.num_actions)]


def _first_moves(rules: ff.Rules, actions: np.ndarray) -> list[Cells]:
    """Return the first actions as moves in notation, a column each."""
    start = rules.start(seed=0)
    if rules.info.board.colours:
        # Where stones lie the text of an action is the same in every position (but for Pagoda's marks of
        # captures, which come later), wherever the neutral stones lie.
        return [Cells(column, _names(rules)) for column in np.ascontiguousarray(actions.T)]
    cells = []
    positions = {(): start}
    for number in range(actions.shape[1]):
        # Where pieces stand the text tells what stands there: it is read off each way to begin.
        prefixes, which = np.unique(actions[:, : number + 1], axis=0, return_inverse=True)
        column: list[str | None] = []
        for prefix in map(tuple, prefixes.tolist()):
            before = positions.get(prefix[:-1])
            if before is None or prefix[-1] == NO_ACTION:
                column.append(None)
                continue
            column.append(before.move(prefix[-1]))
            positions[prefix] = before.play(prefix[-1])
        cells.append(texts(column, which.reshape(-1)))
    return cells


def _recorded(task: Task, beat: Beat) -> tuple[Table, int, Sequence[ff.Record]]:
    """Replay recorded games; reading refuses a game that breaks a rule or ends otherwise."""
    experiment = task.experiment
    assert experiment.records is not None
    records = []
    try:
        chosen = itertools.islice(ff.records.read(experiment.records), task.first, task.first + task.games)
        for number, record in enumerate(chosen):
            if number % 64 == 0:
                beat(number, task.games)
            records.append(record)
    except OSError as error:
        raise StudyError(f"{experiment.records} cannot be read: {error.strerror or error}") from error
    if len(records) != task.games:
        raise StudyError(f"{experiment.records} has changed while the study ran")
    seats = max(record.rules.num_players for record in records)
    table = of_records(experiment.name, task.first, records, seats, experiment.first_moves)
    table["source"] = texts([record.metadata.get("source") or experiment.preset for record in records])
    for seat in range(seats):
        names = [tuple(record.players) for record in records]
        table[f"player_{seat}"] = texts([who[seat] if seat < len(who) else None for who in names])
    return table, seats, records
