// An explorer on a page without a kernel: a control chooses among pictures drawn beforehand.
"use strict";

function wake(box) {
  const { axes, grid, frames, presets } = JSON.parse(box.querySelector("script").textContent);
  const controls = [...box.querySelectorAll("[data-axis]")];      // in the order of the axes
  const picture = box.querySelector("img");
  const status = box.querySelector(".explorer-status");

  function show(number) {
    picture.src = frames[number].picture;
    picture.alt = frames[number].alt;
    status.textContent = frames[number].status;
  }

  function put(number, place, text = axes[number].texts[place]) {
    const control = controls[number];
    control.value = place;
    control.setAttribute("aria-valuetext", text);
    const output = box.querySelector(`output[for="${control.id}"]`);
    if (output) output.textContent = text;
  }

  function inGrid() {     // the combination where the controls now stand; the last one runs fastest
    return grid.frames[grid.axes.reduce(
      (at, number) => at * axes[number].texts.length + Number(controls[number].value), 0)];
  }

  controls.forEach((control, moved) => {
    const together = grid.axes.includes(moved);
    control.addEventListener("input", () => {
      axes.forEach((axis, number) => {
        const stays = number === moved || (together && grid.axes.includes(number));
        put(number, stays ? Number(controls[number].value) : axis.start);
      });
      show(together ? inGrid() : axes[moved].frames[Number(control.value)]);
    });
  });
  for (const button of box.querySelectorAll("[data-preset]")) {
    button.addEventListener("click", () => {
      const { frame, places, texts } = presets[button.dataset.preset];
      places.forEach((place, number) => put(number, place, texts[number]));
      show(frame);
    });
  }
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".explorer").forEach(wake);
});
