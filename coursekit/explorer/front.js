// The page's side of an explorer: controls with names, a picture with words, one status line.
//
// From the kernel come two things: `spec`, what the controls are, once; and `shown`, values, texts,
// status and picture, as one message after every move. Back go small messages: values that were
// moved, the name of a preset, of a button, or a reset.

const RESTARTED = "The kernel was restarted: run this cell again.";
const SILENT = "The kernel has not answered yet. If it is busy, this follows as soon as it is " +
               "free; if it was restarted or stopped, run this cell again.";
const PATIENCE = 2500; // milliseconds without an answer after which the status says so

const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " "]; // on a picture

let views = 0;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// A picture travels as bytes: that takes JupyterLab 4 ms less than the same bytes as text. On the
// page it is a data URL: a Blob is loaded by way of another process, which takes 5 ms more.
function address(picture) {
  const bytes = new Uint8Array(picture.buffer, picture.byteOffset, picture.byteLength);
  if (bytes.toBase64) return `data:image/jpeg;base64,${bytes.toBase64()}`;
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return `data:image/jpeg;base64,${btoa(letters.join(""))}`;      // a browser from before 2025
}

// ---- the controls: each returns its element and a function that brings it to a value ----------

function slider(control, id, moved) {
  const log = control.kind === "log";
  const range = element("input", {
    type: "range", id, title: control.tip, step: log ? 1 : control.step,
    min: log ? 0 : control.low, max: log ? control.places.length - 1 : control.high,
  });
  const typed = element("input", {
    type: "text", inputmode: "decimal", class: "ck-number", autocomplete: "off",
    "aria-label": `${control.label}, as a number`,
  });
  const limits = {};
  const between = (low, high) => {
    Object.assign(limits, { low, high });
    typed.title = `${control.tip}; from ${Number(low.toPrecision(3))} to ` +
                  `${Number(high.toPrecision(3))}`;
  };
  between(control.low, control.high);
  let said = "", typing = false;        // what is being typed stays until it is meant
  const say = (text) => {
    said = text;
    range.setAttribute("aria-valuetext", text);
    if (typing || typed.value === text) return;
    const chosen = typed.matches(":focus") &&
                   typed.selectionEnd - typed.selectionStart === typed.value.length;
    typed.value = text;
    if (chosen) typed.select();         // what is about to be typed replaces it
  };
  range.addEventListener("input", () => {
    const place = Number(range.value);
    say(log ? control.texts[place] : place.toFixed(control.digits));
    moved(control.name, log ? control.places[place] : place);
  });
  typed.addEventListener("focus", () => typed.select());
  typed.addEventListener("input", () => { typing = true; });
  typed.addEventListener("change", () => {
    const number = Number(typed.value.replace(",", ".").replace("−", "-"));
    typing = false;
    if (typed.value.trim() === "" || !Number.isFinite(number)) typed.value = said;
    else moved(control.name, Math.min(Math.max(number, limits.low), limits.high));
  });
  typed.addEventListener("blur", () => {
    if (typing) [typing, typed.value] = [false, said];
  });
  const nearest = (value) => {
    let best = 0;
    control.places.forEach((place, k) => {
      if (Math.abs(Math.log(place / value)) < Math.abs(Math.log(control.places[best] / value))) {
        best = k;
      }
    });
    return best;
  };
  const show = (value, text, narrower) => {
    if (narrower) {
      between(...narrower);
      [range.min, range.max] = log ? narrower.map(nearest) : narrower;
    }
    range.value = log ? nearest(value) : value;
    say(text);
  };
  const name = element("label", { for: id, title: control.tip }, control.label);
  return [element("div", { class: "ck-slider" }, name, range, typed), show];
}

const LONG_MENU = 80;     // characters of all options; more do not fit as a row of keys

function menu(control, id, moved) {
  const select = element("select", { id, title: control.tip },
                         ...control.options.map((option) => element("option", { value: option }, option)));
  select.addEventListener("change", () => moved(control.name, select.value));
  const name = element("label", { for: id, title: control.tip }, control.label);
  return [element("div", { class: "ck-menu" }, name, select), (value) => { select.value = value; }];
}

function choice(control, id, moved) {
  if (control.options.join("").length > LONG_MENU) return menu(control, id, moved);
  const inputs = control.options.map((option, k) => {
    const input = element("input", { type: "radio", name: id, value: option, id: `${id}-${k}` });
    input.addEventListener("change", () => moved(control.name, option));
    return input;
  });
  const options = inputs.map((input) =>
    element("label", { for: input.id, title: control.tip }, input,
            element("span", {}, input.value)));
  const group = element("fieldset", { class: "ck-choice", title: control.tip },
                        element("legend", {}, control.label), ...options);
  return [group, (value) => inputs.forEach((input) => { input.checked = input.value === value; })];
}

function toggle(control, id, moved) {
  const box = element("input", { type: "checkbox", id, title: control.tip });
  box.addEventListener("change", () => moved(control.name, box.checked));
  const name = element("label", { class: "ck-toggle", for: id, title: control.tip }, box,
                       element("span", {}, control.label));
  return [name, (value) => { box.checked = value; }];
}

const KINDS = { slider, log: slider, choice, toggle };

function row(name, buttons) {
  const made = buttons.map(({ label, tip, press }) => {
    const button = element("button", { type: "button", title: tip }, label);
    button.addEventListener("click", press);
    return button;
  });
  return element("div", { class: "ck-buttons", role: "group", "aria-label": name }, ...made);
}

// ---- one explorer -----------------------------------------------------------------------------

function render({ model, el }) {
  const spec = model.get("spec");
  const uid = `ck-${Date.now().toString(36)}-${views += 1}`;
  const status = element("p", { class: "coursekit-status", role: "status", "aria-live": "polite",
                                "aria-atomic": "true" });
  const picture = element("img", { class: "ck-picture", width: spec.size[0], height: spec.size[1],
                                   draggable: "false" });

  // One request is on its way at a time. What is moved meanwhile waits, newer values over older
  // ones, and goes with the answer: so the last value always arrives, and no queue builds up.
  let asked = 0, flying = false, waiting = {}, silent = 0;
  const hurry = () => {
    clearTimeout(silent);
    silent = setTimeout(() => { status.textContent = SILENT; }, PATIENCE);
  };
  const fly = () => {
    flying = true;
    asked += 1;
    model.send({ values: waiting, ask: `${uid}:${asked}` });
    waiting = {};
    hurry();
  };
  const moved = (name, value) => {
    waiting[name] = value;
    if (!flying) fly();
  };
  const press = (message) => () => {
    if (Object.keys(waiting).length) fly();
    model.send(message);
    hurry();
  };

  if (spec.clicks) {
    picture.classList.add("ck-clicks");
    picture.addEventListener("click", (event) => {
      const { left, top, width, height } = picture.getBoundingClientRect();
      const scale = Math.min(width / spec.size[0], height / spec.size[1]);
      press({ click: [(event.clientX - left) / (scale * spec.size[0]),
                      1 - (event.clientY - top) / (scale * spec.size[1])] })();
    });
  }

  let keyWaits = false;         // a key held down moves on when the last move is seen
  if (spec.keys) {
    picture.tabIndex = 0;
    picture.addEventListener("keydown", (event) => {
      if (!KEYS.includes(event.key) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (event.repeat && keyWaits) return;
      keyWaits = true;
      press({ key: event.key })();
    });
  }

  const shows = {};
  const controls = spec.controls.map((control) => {
    const [made, show] = KINDS[control.kind](control, `${uid}-${control.name}`, moved);
    shows[control.name] = show;
    return made;
  });
  const own = spec.buttons.map((button) => ({ ...button, press: press({ action: button.action }) }));
  const presets = [{ label: "Reset", tip: "Back to the start", press: press({ reset: true }) },
                   ...spec.presets.map(({ name, tip }) =>
                     ({ label: name, tip, press: press({ preset: name }) }))];
  const box = element("div", { role: "group", "aria-label": spec.title,
                               class: "coursekit-themed coursekit-explorer" +
                                      (spec.controls.length > 4 ? " ck-many" : "") +
                                      (spec.hall ? " ck-hall" : "") },
    element("p", { class: "ck-head" }, element("strong", { class: "ck-title" }, spec.title), " ",
            element("span", { class: "ck-question" }, spec.question)),
    element("div", { class: "ck-body" },
      element("div", { class: "ck-controls" }, ...controls,
              ...(own.length ? [row("Steps", own)] : []), row("Reset and presets", presets)),
      element("div", { class: "ck-seen" }, picture, status)));

  const draw = () => {
    const shown = model.get("shown");
    clearTimeout(silent);
    keyWaits = false;
    for (const [name, show] of Object.entries(shows)) {
      if (!(name in waiting)) show(shown.values[name], shown.texts[name], shown.limits[name]);
    }
    picture.src = address(shown.picture);
    picture.alt = shown.alt;
    picture.dataset.frame = shown.frame;
    if (status.textContent !== shown.status) status.textContent = shown.status;
    box.classList.toggle("ck-failed", shown.failed);
    if (flying && shown.answers === `${uid}:${asked}`) {
      flying = false;
      if (Object.keys(waiting).length) fly();
    } else if (flying) hurry();
  };
  const gone = () => {
    clearTimeout(silent);
    status.textContent = RESTARTED;
    box.classList.add("ck-failed");
  };

  // A key that moves a control must not reach the notebook: it would prevent what the arrows do
  // and take letters for commands. Ctrl, Command and Shift-Enter are meant for the notebook.
  const forNotebook = (event) =>
    event.ctrlKey || event.metaKey || (event.shiftKey && event.key === "Enter");
  box.addEventListener("keydown", (event) => {
    if (!forNotebook(event)) event.stopPropagation();
  });
  // Notebook 7 listens earlier than an event comes here; this mark on the control that has the focus
  // tells it, and JupyterLab, that the key is the control's.
  const early = (event) => {
    if (!box.contains(event.target)) return;
    if (forNotebook(event)) delete event.target.dataset.lmSuppressShortcuts;
    else event.target.dataset.lmSuppressShortcuts = "true";
  };
  window.addEventListener("keydown", early, { capture: true });

  model.on("change:shown", draw);
  model.on("comm_live_update", gone);
  draw();
  el.append(box);
  return () => {
    clearTimeout(silent);
    model.off("change:shown", draw);
    model.off("comm_live_update", gone);
    window.removeEventListener("keydown", early, { capture: true });
  };
}

export default { render };
