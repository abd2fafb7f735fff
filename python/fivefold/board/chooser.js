// What to choose before a new game: rules, who plays, the clock; and games to open.
function chooser(root, tell) {
  const box = make("details", "ff-setup", root);
  make("summary", "", box, "New game, open, settings");
  const form = make("div", "ff-form", box);
  const field = (label, tag) => {
    const row = make("label", "", form, label + " ");
    return make(tag, "", row);
  };
  const rules = field("Rules", "select");
  const picks = make("div", "ff-picks", form);
  const options = field("Other options", "input");
  options.placeholder = 'take=[2,3] size=[15,19]';
  const seats = make("div", "ff-seatlist", form);
  const clock = field("Clock", "select");
  const other = field("Other clock", "input");
  other.placeholder = "total 900 + 10";
  const start = make("button", "ff-start", form, "Start");
  start.type = "button";
  const engine = field("Analyse beside", "input");
  engine.placeholder = "threats(seconds=1)";
  const theme = field("Theme", "select");
  for (const name of ["system", "light", "dark", "print", "colour-blind"]) make("option", "", theme, name).value = name;
  const text = make("textarea", "", form);
  text.setAttribute("aria-label", "A record or moves to open");
  text.placeholder = "Paste a record (SGF, JSON, text) or moves: h8 i9 ...";
  const open = make("button", "ff-open", form, "Open");
  open.type = "button";
  const file = make("input", "", form);
  file.type = "file";
  file.setAttribute("aria-label", "Open a file");
  let shown = "";
  let seated = [];
  // A row an option, with the values that it takes; what stays as it is is not sent.
  function offer(choices) {
    picks.replaceChildren();
    for (const one of choices) {
      const row = make("label", "", picks, `${one.name} `);
      row.title = one.doc;
      const pick = make("select", "", row);
      pick.dataset.option = one.name;
      for (const value of one.values) {
        const text = value === null ? "none" : String(value).replaceAll("_", " ");
        make("option", "", pick, text).value = JSON.stringify(value);
      }
      const usual = JSON.stringify(one.default);
      if (!one.values.some((value) => JSON.stringify(value) === usual)) make("option", "", pick, usual).value = usual;
      pick.value = pick.dataset.usual = usual;
    }
  }
  let offered = "";
  let pending = ""; // the preset whose options have not come yet
  function show(setup) {
    if (!rules.options.length) for (const name of setup.presets) make("option", "", rules, name).value = name;
    if (pending ? setup.preset === pending : setup.preset !== offered) {
      offered = setup.preset;
      pending = "";
      if (setup.presets.includes(offered)) rules.value = offered;
      offer(setup.choices);
    }
    const now = JSON.stringify([setup.rules, setup.seats, setup.players, setup.clock]);
    if (now === shown) return;
    shown = now;
    clock.replaceChildren();
    make("option", "", clock, "none").value = "";
    for (const text of new Set([...setup.clocks, ...(setup.clock ? [setup.clock] : [])])) make("option", "", clock, text).value = text;
    clock.value = setup.clock || "";
    seats.replaceChildren();
    seated = setup.seats.map((name, seat) => {
      const row = make("label", "", seats, `Seat ${seat} `);
      const pick = make("select", "", row);
      make("option", "", pick, "by hand").value = "";
      for (const player of new Set([...setup.players, ...(name ? [name] : [])])) make("option", "", pick, player).value = player;
      pick.value = name || "";
      return pick;
    });
  }
  start.addEventListener("click", () => {
    const chosen = seated.map((pick) => pick.value || null);
    const changed = [...picks.querySelectorAll("select")].filter((pick) => pick.value !== pick.dataset.usual);
    const picked = Object.fromEntries(changed.map((pick) => [pick.dataset.option, JSON.parse(pick.value)]));
    const time = other.value.trim() || clock.value;
    tell("new", { rules: rules.value, picked, options: options.value, seats: chosen, clock: time });
  });
  rules.addEventListener("change", () => {
    picks.replaceChildren(); // what is picked among the options of the rules before would be lost
    pending = rules.value;
    tell("preset", rules.value);
  });
  clock.addEventListener("change", () => {
    other.value = "";
  });
  open.addEventListener("click", () => tell("open", text.value));
  file.addEventListener("change", async () => {
    if (file.files.length) tell("open", await file.files[0].text());
    file.value = "";
  });
  return { box, show, theme, engine };
}
