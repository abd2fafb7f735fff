// The board on the page: shows what Python sends and tells what hands do. It knows no rules.
function render({ model, el }) {
  const root = make("div", "fivefold-play", el);
  // JupyterLab leaves keys pressed here alone, but for Ctrl+S and the like.
  const own = (event) => root.toggleAttribute("data-lm-suppress-shortcuts", !event.ctrlKey && !event.metaKey);
  root.addEventListener("keydown", own, true);
  // In a notebook: the picture of the saved board is seen only where no board is.
  const saved = model.get("saved");
  if (saved) make("style", "", root, `.${saved}, .jp-OutputArea-child:has(> * > .${saved}) { display: none }`);
  const main = make("div", "ff-main", root);
  const side = make("div", "ff-side", root);
  const board = make("div", "ff-board", main);
  board.tabIndex = 0;
  board.setAttribute("role", "application");
  board.setAttribute(
    "aria-label",
    "Board: arrow keys move, Enter plays, U takes back, comma and full stop step through the game, Home and End go to its ends"
  );
  const status = make("div", "ff-status", main);
  const message = make("div", "ff-message", main);
  status.setAttribute("aria-live", "polite");
  message.setAttribute("aria-live", "assertive");
  const choices = make("div", "ff-bar ff-choices", main);
  const steps = make("div", "ff-bar ff-steps", main);
  const clock = make("div", "ff-clock", side);
  const seats = make("div", "ff-seats", side);
  const values = make("div", "ff-expect", side);
  const bar = make("div", "ff-bar", side);
  const moves = make("div", "ff-moves", side);
  const variations = make("div", "ff-bar ff-variations", side);
  const tell = (kind, value) => model.send({ kind, value, version: model.get("view").version });
  const lesson = lessons(side, tell);
  const setup = chooser(side, tell);
  const tools = {};
  function button(kind, text, act, parent = bar) {
    const node = make("button", "ff-" + kind, parent, text);
    node.type = "button";
    node.addEventListener("click", act);
    tools[kind] = node;
    return node;
  }
  const at = () => model.get("view").at;
  // Signs are drawn: many systems lack the letters for them.
  const signs = {
    first: ["M3 3h2v10h-2zM13 3v10l-7-5z", "To the start (Home)", () => tell("go", 0)],
    before: ["M11 3v10l-7-5z", "Back (comma)", () => step(-1)],
    after: ["M5 3v10l7-5z", "Forward (full stop)", () => step(1)],
    last: ["M11 3h2v10h-2zM3 3v10l7-5z", "To the end (End)", () => tell("go", null)],
  };
  for (const [kind, [path, label, act]] of Object.entries(signs)) {
    const node = button(kind, "", act, steps);
    node.setAttribute("aria-label", label);
    node.title = label;
    node.innerHTML = `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="${path}"/></svg>`;
  }
  const place = make("span", "ff-place", steps);
  button("fork", "Play from here", () => tell("fork", null), steps);
  const texts = {
    stop: "Stop", goOn: "Go on", undo: "Undo", restart: "Restart", hint: "Hint", threats: "Threats", values: "Values",
    numbers: "Numbers", resign: "Resign", draw: "Offer a draw", analyse: "Analyse",
  };
  for (const [kind, text] of Object.entries(texts)) {
    button(kind, text, () => tell(kind, kind === "analyse" ? setup.engine.value : null));
  }
  button("copy", "Copy record", async () => {
    try {
      await navigator.clipboard.writeText(model.get("view").record);
      message.textContent = "the record is copied, as JSON";
    } catch {
      message.textContent = "this page may not copy: save the record instead";
    }
  });
  button("save", "Save record", () => save("game.jsonl", "application/json", model.get("view").record + "\n"));
  button("sgf", "Save SGF", () => save("game.sgf", "application/x-go-sgf", model.get("view").sgf));
  button("svg", "Save SVG", () => save("board.svg", "image/svg+xml", model.get("view").svg + "\n"));
  button("png", "Save PNG", () => pixels(board.querySelector("svg"), (blob) => save("board.png", "image/png", blob)));

  // Light or dark as the page around the board is, unless a theme was chosen.
  const night = matchMedia("(prefers-color-scheme: dark)");
  function follow() {
    if (setup.theme.value !== "system") return;
    const lab = document.body.dataset.jpThemeLight;
    const dark = lab === undefined ? night.matches : lab === "false";
    const wanted = dark ? "dark" : "light";
    if (["light", "dark"].includes(model.get("view").theme) && model.get("view").theme !== wanted) tell("theme", wanted);
  }
  setup.theme.addEventListener("change", () => {
    if (setup.theme.value === "system") follow();
    else tell("theme", setup.theme.value);
  });
  night.addEventListener("change", follow);
  const watch = new MutationObserver(follow);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });

  // A bar a seat: what it may expect, between the least and the greatest return.
  function expect(data, names) {
    values.hidden = !data;
    if (!data) return;
    const rows = data.values.map((value, seat) => {
      const row = document.createElement("div");
      row.className = "ff-value";
      make("span", "", row, names[seat]);
      const track = make("span", "ff-track", row);
      make("span", "ff-share", track).style.width = `${100 * data.shares[seat]}%`;
      make("span", "", row, `${value > 0 ? "+" : ""}${value}${data.proven ? " proven" : ""}`);
      return row;
    });
    const line = document.createElement("div");
    line.className = "ff-line";
    line.textContent = data.line.join("  ");
    values.replaceChildren(...rows, line);
  }
  let setAt = 0; // when the clock was told
  let flagged = false;
  let names = [];
  function tick() {
    const data = model.get("view").clock;
    clock.hidden = !data;
    if (!data) return;
    const gone = (performance.now() - setAt) / 1000;
    const left = data.left.map((seconds, seat) => Math.max(0, seconds - (seat === data.seat ? gone : 0)));
    clock.replaceChildren(...left.map((seconds, seat) => {
      const whole = Math.ceil(seconds - 1e-6);
      const span = document.createElement("span");
      span.className = seat === data.seat ? "ff-running" : "";
      span.textContent = `${names[seat]}  ${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
      return span;
    }));
    if (data.seat !== null && left[data.seat] <= 0 && !flagged) {
      flagged = true;
      tell("flag", null);
    }
  }
  let cursor = null; // the spot that keys have reached
  let ring = null;
  let ghost = null;
  let drawn = ""; // the picture that is shown
  let seen = 0; // the position that was shown before

  // What has just been played is seen to arrive: a stone's ring closes on it, a piece's way is run along.
  function arrive(view) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const path of view.moved) {
      const [x0, y0] = view.spots[path[0]];
      const [x, y, r] = view.spots[path[path.length - 1]];
      const mark = document.createElementNS(SVG, "circle");
      const look = { cx: x, cy: y, r, fill: "none", stroke: "var(--mark)", "stroke-width": 3, "pointer-events": "none", class: "ff-arrives" };
      for (const [name, value] of Object.entries(look)) mark.setAttribute(name, value);
      board.querySelector("svg").append(mark);
      const from = path.length > 1 ? { transform: `translate(${x0 - x}px, ${y0 - y}px)` } : { transform: "scale(2.2)", opacity: 0 };
      mark.style.transformOrigin = `${x}px ${y}px`;
      mark.animate([from, { transform: "none", opacity: 1 }], { duration: 350, easing: "ease-out" }).onfinish = () => mark.remove();
    }
  }

  function list(view) {
    const labels = view.lesson.labels || {};
    moves.replaceChildren();
    view.moves.forEach((move, index) => {
      const label = labels[index + 1];
      const node = make("button", index + 1 === view.at ? "ff-now" : "", moves, `${index + 1}. ${move}${label ? label[0] : ""}`);
      node.type = "button";
      if (label) {
        node.classList.add("ff-marked");
        node.title = label[1];
      }
      node.addEventListener("click", () => tell("go", view.places[index]));
    });
    const now = moves.querySelector(".ff-now");
    if (now) moves.scrollTop = now.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    variations.replaceChildren();
    if (view.tried.length) make("span", "", variations, `tried: ${view.tried.join(" ")}`);
    view.variations.forEach((one, index) => {
      const node = make("button", "", variations, `${one.at}: ${one.moves.join(" ")}`);
      node.type = "button";
      node.addEventListener("click", () => tell("variation", index));
    });
  }

  function show() {
    const view = model.get("view");
    for (const name in view.style) root.style.setProperty("--" + name, view.style[name]);
    if (document.body.classList.contains("fivefold-page")) document.body.style.background = view.style.page;
    if (view.svg !== drawn) {
      board.innerHTML = drawn = view.svg; // made by fivefold.draw, which escapes every text
      ring = null;
      ghost = null;
      if (view.at === seen + 1 && !view.tried.length) arrive(view);
    }
    seen = view.at;
    names = view.seats.map((seat) => {
      const who = view.players[seat.seat] || seat.holds;
      return who ? who[0].toUpperCase() + who.slice(1) : `Seat ${seat.seat}`;
    });
    const busy = view.thinking !== null;
    root.classList.toggle("ff-thinking", busy);
    root.classList.toggle("ff-looks", view.looks);
    const text = view.status.replace(/\bSeat (\d)/, (_, seat) => names[seat]); // where stones have no colours
    const due = view.due ? `${text}: ${view.due}` : text;
    status.textContent = busy && !view.looks ? `${names[view.thinking]} is thinking …` : due;
    message.textContent = view.message;
    tools.draw.textContent = view.offer === null || view.looks ? texts.draw : "Accept the draw";
    tools.stop.hidden = !busy;
    tools.goOn.hidden = !view.stopped;
    tools.fork.hidden = !view.looks;
    tools.sgf.hidden = !view.sgf;
    tools.threats.hidden = view.threats === null;
    tools.threats.setAttribute("aria-pressed", String(Boolean(view.threats)));
    tools.values.setAttribute("aria-pressed", String(view.showsValues));
    tools.numbers.hidden = view.numbered === null;
    tools.numbers.setAttribute("aria-pressed", String(view.numbered));
    place.textContent = `${view.at} / ${view.last}${view.tried.length ? ` + ${view.tried.length}` : ""}`;
    expect(view.values, names);
    seats.replaceChildren(...view.seats.map((seat) => {
      const span = document.createElement("span");
      span.className = seat.due ? "ff-due" : "";
      const parts = [seat.holds.toLowerCase() === names[seat.seat].toLowerCase() ? "" : seat.holds, seat.who, view.setup.seats[seat.seat], seat.has].filter(Boolean);
      span.textContent = `${names[seat.seat]}` + (parts.length ? `: ${parts.join(", ")}` : "");
      return span;
    }));
    if (view.common) make("span", "", seats, view.common);
    list(view);
    lesson(view.lesson, view.at);
    setup.show(view.setup);
    choices.replaceChildren();
    for (const move of view.buttons) {
      const node = make("button", "", choices, move);
      node.type = "button";
      node.addEventListener("click", () => tell("press", move));
    }
    setAt = performance.now();
    flagged = false;
    tick();
    if (cursor !== null && cursor < view.spots.length) point(cursor, false);
  }

  function step(by) {
    const view = model.get("view");
    if (view.tried.length && by < 0) tell("back", null);
    else tell("go", Math.max(0, Math.min(view.last, at() + by)));
  }

  function spotAt(event) {
    const svg = board.querySelector("svg");
    const mouse = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = null;
    let minimum = Infinity;
    model.get("view").spots.forEach(([x, y, r], number) => {
      const away = Math.hypot(x - mouse.x, y - mouse.y) / r;
      if (away < minimum) [best, minimum] = [number, away];
    });
    return minimum < 1.45 ? best : null;
  }

  function point(number, says = true) {
    const svg = board.querySelector("svg");
    const [x, y, r] = model.get("view").spots[number];
    if (!ring) {
      ring = document.createElementNS(SVG, "circle");
      for (const [name, value] of Object.entries({ fill: "none", stroke: "var(--mark)", "stroke-width": 2, "stroke-dasharray": "4 2" })) {
        ring.setAttribute(name, value);
      }
      svg.append(ring);
    }
    ring.setAttribute("cx", x);
    ring.setAttribute("cy", y);
    ring.setAttribute("r", 1.1 * r);
    cursor = number;
    if (says) message.textContent = model.get("view").names[number];
  }

  // What a click would put down, before the click.
  function hover(event) {
    const view = model.get("view");
    const spot = event && view.thinking === null ? spotAt(event) : null;
    if (ghost) ghost.remove();
    ghost = null;
    if (spot === null || !view.targets.includes(spot)) return;
    const [x, y, r] = view.spots[spot];
    const look = view.ghost;
    ghost = document.createElementNS(SVG, look && look.square ? "rect" : "circle");
    const where = look && look.square
      ? { x: x - 0.6 * r, y: y - 0.6 * r, width: 1.2 * r, height: 1.2 * r }
      : { cx: x, cy: y, r: 0.91 * r };
    const paint = look ? { fill: look.fill, stroke: look.edge, opacity: 0.6 } : { fill: "none", stroke: "var(--mark)", "stroke-width": 2 };
    for (const [name, value] of Object.entries({ ...where, ...paint, "pointer-events": "none", class: "ff-ghost" })) {
      ghost.setAttribute(name, value);
    }
    board.querySelector("svg").append(ghost);
  }

  // The nearest spot that lies more in the direction than beside it.
  function walk(dx, dy) {
    const { spots, targets } = model.get("view");
    if (cursor === null) return point(targets.length ? targets[targets.length >> 1] : spots.length >> 1);
    const [x0, y0] = spots[cursor];
    let best = null;
    let minimum = Infinity;
    spots.forEach(([x, y], number) => {
      const along = (x - x0) * dx + (y - y0) * dy;
      const beside = Math.abs((x - x0) * dy - (y - y0) * dx);
      if (along > 0.5 && beside <= 1.01 * along && along + 2 * beside < minimum) [best, minimum] = [number, along + 2 * beside];
    });
    if (best !== null) point(best);
  }

  function play(spot) {
    const view = model.get("view");
    if (view.thinking !== null && !view.looks) message.textContent = `${names[view.thinking]} is thinking: stop it, or take back`;
    else tell("click", spot);
  }
  board.addEventListener("click", (event) => {
    const spot = spotAt(event);
    if (spot !== null) play(spot);
  });
  board.addEventListener("pointermove", hover);
  board.addEventListener("pointerleave", () => hover(null));
  board.addEventListener("wheel", (event) => {
    if (document.activeElement !== board) return;
    event.preventDefault();
    step(event.deltaY > 0 ? 1 : -1);
  }, { passive: false });
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const walks = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const deeds = {
      u: () => tell("undo", null), Backspace: () => tell("undo", null), ",": () => step(-1), ".": () => step(1),
      Home: () => tell("go", 0), End: () => tell("go", null), h: () => tell("hint", null),
    };
    if (walks[event.key]) walk(...walks[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && cursor !== null) play(cursor);
    else if (deeds[event.key]) deeds[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  model.on("change:view", show);
  show();
  follow();
  const timer = setInterval(tick, 250);
  return () => {
    clearInterval(timer);
    watch.disconnect();
    night.removeEventListener("change", follow);
    model.off("change:view", show);
  };
}
export default { render };
