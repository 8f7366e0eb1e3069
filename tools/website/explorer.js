// An explorer on a page without a kernel: a control chooses among pictures drawn beforehand.
"use strict";

function wake(box) {
  const { axes, frames } = JSON.parse(box.querySelector("script").textContent);
  const controls = [...box.querySelectorAll("[data-axis]")];
  const picture = box.querySelector("img");
  const status = box.querySelector(".explorer-status");

  function show(number) {
    picture.src = frames[number].picture;
    picture.alt = frames[number].alt;
    status.textContent = frames[number].status;
  }

  function tell(control) {
    const text = axes[control.dataset.axis].texts[control.value];
    control.setAttribute("aria-valuetext", text);
    const output = box.querySelector(`output[for="${control.id}"]`);
    if (output) output.textContent = text;
  }

  function backToStart(controlsToMove) {
    for (const control of controlsToMove) {
      control.value = axes[control.dataset.axis].start;
      tell(control);
    }
  }

  for (const control of controls) {
    control.addEventListener("input", () => {
      backToStart(controls.filter((other) => other !== control));
      tell(control);
      show(axes[control.dataset.axis].frames[control.value]);
    });
  }
  for (const button of box.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      backToStart(controls);
      show(button.dataset.frame);
    });
  }
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".explorer").forEach(wake);
});
