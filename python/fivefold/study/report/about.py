"""The end of the report: how to run it again, how to read it, how to cite it."""

import base64
import json
from html import escape
from typing import Any

import fivefold as ff
from fivefold.study.config.experiment import Experiment
from fivefold.study.config.study import Config

INTERVALS = "95 % intervals: Wilson's for shares, the normal one for means."


def data_url(text: str, kind: str) -> str:
    """Return a link that holds a text itself."""
    return f"data:{kind};charset=utf-8;base64,{base64.b64encode(text.encode()).decode()}"


def how_it_was_run(config: Config) -> str:
    """Return the configuration, to run the study again."""
    parts = [f"title = {json.dumps(config.title)}", f"seed = {config.seed}"]
    for experiment in config.experiments:
        parts += ["", "[[experiment]]"]
        parts += [f"{key} = {_toml(value)}" for key, value in _entry(experiment).items()]
        if experiment.own:
            parts.append(f"# functions of one's own, to be given from Python: {', '.join(experiment.own)}")
        if experiment.digest:
            parts.append(f"# SHA-256 of the records: {experiment.digest}")
    text = "\n".join(parts) + "\n"
    return f"""
<h2 id="run">What was run</h2>
<p>Save this configuration as <code>study.toml</code>, install fivefold {escape(ff.__version__)}, and
<code>fivefold study study.toml --out again</code> gives the same tables, row for row, on any machine and
with any number of threads. Game <i>i</i> of an experiment is game <i>i</i> of
<code>fivefold.playouts(rules, games, seed={config.seed})</code>.
<a download="study.toml" href="{data_url(text, "application/toml")}">Take the configuration along.</a></p>
<details><summary>the whole configuration</summary><pre>{escape(text)}</pre></details>
<p class="facts">Name of this study: <code>{config.fingerprint}</code></p>
"""


def _entry(experiment: Experiment) -> dict[str, Any]:
    """Return what a configuration says of an experiment, but for what it need not say."""
    entry: dict[str, Any] = {"name": experiment.name}
    if experiment.rules is None:
        entry["records"] = experiment.preset
    else:
        plain, stop = experiment.is_plain, experiment.stop.to_dict() if experiment.stop else {}
        entry |= {
            "rules": experiment.preset,
            "options": experiment.options or None,
            "games": experiment.games,
            "players": None if plain else list(experiment.players),
            "exchange": None if plain else experiment.exchange,
            "openings": experiment.begin or list(experiment.openings) or None,
            "save_records": experiment.save_records if experiment.save_records == plain else None,
            "stop": {key: value for key, value in stop.items() if value is not None} or None,
            "times": experiment.times or None,
        }
    entry |= {"sample": experiment.sample, "first_moves": experiment.first_moves, "shard": experiment.shard}
    return {key: value for key, value in entry.items() if value is not None}


def _toml(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + " }"
    return json.dumps(value)


def how_to_read() -> str:
    """Explain the figures."""
    return f"""
<h2 id="read">How to read the figures</h2>
<p><b>Random games.</b> Each action is drawn uniformly from the legal ones; <code>pass</code> is never
drawn while another action is legal. Random games tell about the rules, not about good play.</p>
<p><b>First mover’s share.</b> Games won by player 0 among those that somebody won. <b>No winner</b> counts
draws and games that were cut off by a limit of turns.</p>
<p><b>Branching</b> is the number of legal actions at a decision, averaged over the decisions of a game and
then over the sampled games. <b>Tree size</b> is 10 to the mean over the sampled games of the sum of
log<sub>10</sub>(legal actions) along the game: the geometric mean of the number of games that one would have
to look at. Rolls of a die are nobody’s decision and not counted.</p>
<p><b>Intervals.</b> {INTERVALS} They cover the true figure in 95 of 100 studies, one figure at a time.</p>
"""


def how_to_cite(config: Config) -> str:
    """Return what to cite."""
    version = escape(ff.__version__)
    return f"""
<h2 id="cite">How to cite</h2>
<p>Name the program with its version, the configuration above and its seed: another reader needs no
more.</p>
<pre>@software{{fivefold,
  title   = {{fivefold: exact rules and random games of Gomoku, Renju, Pagoda, Pah-Tum and Pentagame}},
  author  = {{{{The fivefold authors}}}},
  version = {{{version}}},
  note    = {{Study {config.fingerprint}, seed {config.seed}}}
}}</pre>
"""
