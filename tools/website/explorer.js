// An explorer on a page without a kernel: a control chooses among pictures drawn beforehand.
"use strict";

function wake(box) {
  const { axes, frames, presets } = JSON.parse(box.querySelector("script").textContent);
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

  controls.forEach((control, moved) => {
    control.addEventListener("input", () => {
      const place = Number(control.value);
      axes.forEach((axis, number) => put(number, number === moved ? place : axis.start));
      show(axes[moved].frames[place]);
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
