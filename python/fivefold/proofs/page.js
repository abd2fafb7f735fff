// A proof to play against: the reader has the defender's stones. Plays what the file says and searches nothing.
(async function () {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const data = JSON.parse(document.getElementById("ff-data").textContent);
  const { size, row, exact, spots, names, looks, colours } = data;
  const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];
  const LINEAR = [[1, 0, 0, 1], [0, -1, 1, 0], [-1, 0, 0, -1], [0, 1, -1, 0], [-1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 0, -1], [0, -1, -1, 0]];
  const INVERSE = [0, 3, 2, 1, 4, 5, 6, 7];
  const OWN = 1, OTHER = 2;
  const find = (name) => document.querySelector(name);
  const status = find(".ff-status"), why = find(".ff-why"), list = find(".ff-moves"), input = find("input");

  // Points are [x, y]; on the board also y * size + x.
  const inside = ([x, y]) => x >= 0 && y >= 0 && x < size && y < size;
  const at = ([x, y]) => y * size + x;
  const point = (number) => [number % size, Math.floor(number / size)];
  const read = (text) => {
    const found = [];
    for (let k = 0; text !== "-" && k < text.length; k += 2) found.push([text.charCodeAt(k) - 97, text.charCodeAt(k + 1) - 97]);
    return found;
  };
  const turn = (motion, [x, y]) => {
    const [p, q, r, s] = LINEAR[motion];
    return [p * x + q * y, r * x + s * y];
  };
  const turnBoard = (motion, place) => {
    const [p, q, r, s] = LINEAR[motion], [x, y] = turn(motion, place);
    return [x + (p + q < 0 ? size - 1 : 0), y + (r + s < 0 ? size - 1 : 0)];
  };

  // The least image of a board, as text, and the motion that makes it.
  function canonical(board) {
    let best = null;
    for (let motion = 0; motion < 8; motion++) {
      const image = [[], []];
      board.forEach((stone, number) => stone && image[stone - 1].push(at(turnBoard(motion, point(number)))));
      image.forEach((side) => side.sort((a, b) => b - a));
      if (best === null || compare(image, best.image) < 0) best = { image, motion };
    }
    return { key: best.image.map((side) => side.join(" ")).join("|"), motion: best.motion };
  }
  function compare(one, other) {
    for (const side of [0, 1]) {
      for (let k = 0; k < Math.max(one[side].length, other[side].length); k++) {
        const difference = (one[side][k] ?? -1) - (other[side][k] ?? -1);
        if (difference) return difference;
      }
    }
    return 0;
  }

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return (await new Response(stream).text()).trim().split("\n").slice(1).map((line) => JSON.parse(line));
  }
  const lemmas = new Map(), entries = new Map();
  for (const item of await unpack(data.proof)) {
    if ("lemma" in item) {
      lemmas.set(item.lemma, item);
      continue;
    }
    const sides = item.at.map((side) => read(side).map(at).sort((a, b) => b - a).join(" "));
    entries.set(sides.join("|"), item);
  }

  // The ends of the first window that a stone of the attacker's completes on a plane; null: it completes none.
  function completed(own, [x, y]) {
    for (const [dx, dy] of DIRECTIONS) {
      for (let back = 0; back < row; back++) {
        const cell = (k) => [x + (k - back) * dx, y + (k - back) * dy];
        const has = (k) => own.has(String(cell(k)));
        let full = true;
        for (let k = 0; k < row && full; k++) full = k === back || has(k);
        if (full && !(exact && (has(-1) || has(row)))) return [cell(-1), cell(row)];
      }
    }
    return null;
  }

  // What a lemma needs of the board, played through once.
  function needs(item) {
    if (item.needs) return item.needs;
    const found = { empty: new Map(), replies: new Map(), guard: new Map(), threat: false };
    const add = (part, place) => found[part].set(String(place), place);
    function fours(own, line, counted) {
      line.forEach((place, k) => {
        add("empty", place);
        if (k % 2 || k + 1 === line.length) {
          for (const end of (exact && completed(own, place)) || []) add("guard", end);
        }
        if (k % 2 && k < counted) add("replies", place);
        if (k % 2 === 0) own = new Set(own).add(String(place));
      });
      return own;
    }
    (function follow(own, tree) {
      const line = read(tree[0]);
      own = fours(own, line, tree.length === 1 ? line.length - 2 : line.length);
      if (tree.length === 1) return;
      const quiet = read(tree[1])[0], threat = read(tree[2]);
      add("empty", quiet);
      found.threat = true;
      own = new Set(own).add(String(quiet));
      fours(own, threat, threat.length - 2);
      for (const [reply, below] of Object.entries(tree[3])) {
        add("replies", read(reply)[0]);
        follow(own, below);
      }
    })(new Set(read(item.attacker).map(String)), item.tree);
    item.needs = Object.fromEntries(Object.entries(found).map(([part, all]) => [part, all === true || all === false ? all : [...all.values()]]));
    return item.needs;
  }

  // How a lemma of an entry lies on the board, if it applies there.
  function lay(board, [name, motion, dx, dy], frame) {
    const item = lemmas.get(name), need = needs(item);
    const to = (place) => {
      const [x, y] = turn(motion, place);
      return turnBoard(INVERSE[frame], [x + dx, y + dy]);
    };
    const own = read(item.attacker).map(to), empty = need.empty.map(to);
    const holds = (place, stone) => inside(place) && board[at(place)] === stone;
    if (!own.every((place) => holds(place, OWN)) || !empty.every((place) => holds(place, 0))) return null;
    if (read(item.outside || "-").some((place) => inside(to(place)))) return null;
    const mine = new Set(own.map(String));
    if (need.guard.map(to).some((place) => holds(place, OWN) && !mine.has(String(place)))) return null;
    const known = new Set(read(item.defender).map((place) => String(to(place))));
    const replies = new Set(need.replies.map((place) => String(to(place))));
    const maximum = row - 2 - need.threat;
    for (let number = 0; number < size * size; number++) {
      for (const [dx, dy] of DIRECTIONS) {
        const [x, y] = point(number);
        if (!inside([x + (row - 1) * dx, y + (row - 1) * dy])) continue;
        let held = 0, foreign = false;
        for (let k = 0; k < row; k++) {
          const place = [x + k * dx, y + k * dy], text = String(place), stone = board[at(place)];
          if (stone === OWN) held = -row;
          else if (stone === OTHER || known.has(text) || replies.has(text)) held++;
          if (stone === OTHER && !known.has(text)) foreign = true;
        }
        if (foreign && held > maximum) return null;
      }
    }
    return { name, own, empty, to, tree: item.tree };
  }

  // Would a stone of a side win here? The defender is allowed longer rows.
  function wins(board, stone, number) {
    const [x, y] = point(number);
    return DIRECTIONS.some(([dx, dy]) => {
      const run = (sign) => {
        let k = 1;
        while (inside([x + sign * k * dx, y + sign * k * dy]) && board[at([x + sign * k * dx, y + sign * k * dy])] === stone) k++;
        return k - 1;
      };
      const length = 1 + run(1) + run(-1);
      return length === row || (length > row && !exact);
    });
  }

  // The game: stones in order, and for each moment what the proof is about to do.
  let state, past;
  function begin() {
    const board = new Array(size * size).fill(0);
    data.root.forEach((side, k) => read(side).forEach((place) => (board[at(place)] = k + 1)));
    state = { board, moves: [], by: [], frame: 0, laid: null, node: null, over: "", why: "" };
    past = [];
    if (data.attackerMoves) attack();
    show();
  }

  const node = (laid, tree, line = tree[0]) => ({ line: read(line).map(laid.to), next: 0, tree });
  function put(stone, number) {
    if (wins(state.board, stone, number)) state.over = `${colours[stone - 1]} wins`;
    state.board[number] = stone;
    state.moves.push(number);
  }
  function win() {
    return state.board.findIndex((stone, number) => !stone && wins(state.board, OWN, number));
  }

  // The attacker's move, after the reply `last` if there was one.
  function attack(last = null) {
    const five = win();
    if (five >= 0) return put(OWN, five);
    if (state.node && last !== null) {
      const { tree, line, next, quiet } = state.node;
      if (quiet) {
        const same = Object.entries(tree[3]).find(([reply]) => at(state.laid.to(read(reply)[0])) === last);
        state.node = same ? node(state.laid, same[1]) : node(state.laid, [tree[2]]);
        state.why = same
          ? `You answered the threat; lemma ${state.laid.name} has a move against this, too.`
          : `You did not answer the threat: the fours of lemma ${state.laid.name} win.`;
      } else {
        state.node = { tree, line, next: next + 2 };
      }
    }
    if (!state.node) choose(last);
    if (!state.node) return;
    const { tree, line, next } = state.node;
    if (next < line.length) return put(OWN, at(line[next]));
    state.node = { tree, quiet: true };
    put(OWN, at(state.laid.to(read(tree[1])[0])));
  }

  // Out of the lemmas that meet the reply, else the entry of the position.
  function choose() {
    const take = (by, frame) => {
      for (const reference of by) {
        const laid = lay(state.board, reference, frame);
        if (!laid) continue;
        state.laid = laid;
        state.node = node(laid, laid.tree);
        state.why = `Lemma ${laid.name} applies: ${colours[0]} wins with the ringed stones while the dotted points are empty, whatever lies elsewhere.`;
        return true;
      }
      return false;
    };
    if (take(state.by, state.frame)) return;
    const { key, motion } = canonical(state.board);
    const entry = entries.get(key);
    if (!entry) throw new Error("the proof has no entry for this position");
    if (entry.move === undefined || entry.move === null) {
      take(entry.by, motion);
      return;
    }
    Object.assign(state, { by: entry.by || [], frame: motion });
    state.why = `A quiet move. The proof meets your replies with ${state.by.length} lemmas and further entries.`;
    put(OWN, at(turnBoard(INVERSE[motion], read(entry.move)[0])));
  }

  function reply(number) {
    if (state.over || state.board[number]) return;
    past.push({ ...state, board: [...state.board], moves: [...state.moves] });
    put(OTHER, number);
    if (!state.over) attack(number);
    show();
  }

  const make = (kind, look, parent) => {
    const shape = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(look)) shape.setAttribute(name, value);
    parent.append(shape);
  };
  const stones = document.createElementNS(SVG, "g");
  const picture = find(".ff-board svg");
  picture.append(stones);
  const spot = (number) => spots[names.indexOf(label(number))];
  const label = (number) => String.fromCharCode(97 + (number % size)) + (Math.floor(number / size) + 1);
  function show() {
    stones.replaceChildren();
    const last = state.moves.at(-1);
    state.board.forEach((stone, number) => {
      if (!stone) return;
      const [cx, cy, r] = spot(number), look = looks[stone - 1];
      make("circle", { cx, cy, r: r * 0.95, fill: look.fill, stroke: look.edge, "stroke-width": 0.8 }, stones);
      if (number === last) make("circle", { cx, cy, r: r * 0.3, fill: data.mark }, stones);
    });
    if (state.laid) {
      for (const place of state.laid.own) {
        const [cx, cy, r] = spot(at(place));
        make("circle", { cx, cy, r, fill: "none", stroke: data.mark, "stroke-width": 2, class: "ff-lemma" }, stones);
      }
      for (const place of state.laid.empty.filter((place) => !state.board[at(place)])) {
        const [cx, cy, r] = spot(at(place));
        make("circle", { cx, cy, r: r * 0.28, fill: data.mark, opacity: 0.75, class: "ff-lemma" }, stones);
      }
    }
    const played = state.moves.map(label);
    list.textContent = played.join(" ");
    why.textContent = state.why;
    const attack = played.at(-1) ? `${colours[0]} played ${played.at(-1)}. ` : "";
    status.textContent = state.over ? `${attack}${state.over}.` : `${attack}Your move: you have ${colours[1]}'s stones.`;
    find("button.ff-back").disabled = !past.length;
  }

  picture.addEventListener("click", (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const far = (number) => Math.hypot(spot(number)[0] - place.x, spot(number)[1] - place.y);
    const all = state.board.map((_, number) => number);
    const near = all.reduce((best, number) => (far(number) < far(best) ? number : best));
    if (far(near) <= spot(near)[2] * 1.2) reply(near);
  });
  find("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const number = state.board.findIndex((stone, number) => !stone && label(number) === input.value.trim().toLowerCase());
    if (number < 0) status.textContent = `'${input.value}' is no empty point.`;
    else reply(number);
    input.value = "";
  });
  find("button.ff-back").addEventListener("click", () => {
    if (past.length) state = past.pop();
    show();
  });
  find("button.ff-again").addEventListener("click", begin);
  begin();
})();
