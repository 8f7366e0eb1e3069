// Lays blocks out on slides of 1280 x 720 and begins the show.
// A section comes as a heading, blocks and notes. Blocks are put on a slide as long as there is
// room; a figure or an explorer has a slide of its own, as large as there is room, and one that is
// too tall to be read then comes again in parts; a table or listing too long for one slide goes on
// on the next; whatever is still too large is made smaller until it fits.
"use strict";
const HEIGHT = 720, WIDTH = 1280, BOTTOM = 24, SMALLEST = 0.72;
const READABLE = 0.86;    // of a figure's own size; below it its smallest words are hard to read

function bottom(slide, element) {
  return element.getBoundingClientRect().bottom - slide.getBoundingClientRect().top;
}

function newSlide(like) {
  const slide = document.createElement("section");
  const heading = like.querySelector(":scope > h1, :scope > h2");
  if (heading) {
    const again = document.createElement("h2");
    again.innerHTML = heading.innerHTML;
    slide.append(again);
  }
  like.after(slide);
  return slide;
}

// Return the element whose children can be parted: the rows of a table, the items of a list.
function partable(block) {
  return block.querySelector("table > tbody") || block.querySelector(":scope > ul, :scope > ol");
}

// Move what does not fit of a long table, list or listing to a new block; null if it cannot be.
function cut(slide, block, limit) {
  const pre = block.querySelector("pre"), whole = partable(block);
  const rest = block.cloneNode(true);
  if (whole && whole.children.length > 1) {
    const children = Array.from(whole.children);
    let keep = children.findIndex(child => bottom(slide, child) > limit);
    keep = Math.max(1, keep);
    if (keep >= children.length) return null;
    const other = Array.from(partable(rest).children);
    children.slice(keep).forEach(child => child.remove());
    other.slice(0, keep).forEach(child => child.remove());
    if (whole.tagName === "OL") partable(rest).start = (whole.start || 1) + keep;
    return rest;
  }
  if (pre && !block.querySelector("details")) {
    const lines = pre.innerHTML.split("\n"), box = pre.getBoundingClientRect();
    const room = limit - (bottom(slide, pre) - box.height);
    const keep = Math.max(1, Math.floor(lines.length * room / box.height) - 1);
    if (lines.length < 4 || keep >= lines.length) return null;
    pre.innerHTML = lines.slice(0, keep).join("\n");
    rest.querySelector("pre").innerHTML = lines.slice(keep).join("\n");
    return rest;
  }
  return null;
}

// Whether something in the block ends beyond the block's own right edge.
function tooWide(block) {
  const edge = block.getBoundingClientRect().right + 1;
  return Array.from(block.querySelectorAll("*")).some(
    e => !e.closest("mjx-assistive-mml, details > div") && e.getBoundingClientRect().right > edge);
}

// Make a block smaller until it ends above the limit and is no wider than the slide.
function shrink(slide, block, limit) {
  const tooLarge = () => bottom(slide, block) > limit || tooWide(block);
  for (let scale = 0.95; tooLarge() && scale > 0.2; scale -= 0.05) block.style.zoom = scale;
}

function fits(slide, block, limit) {
  return bottom(slide, block) <= limit;
}

// Give a figure all the room below the heading; return its parts, if it is too tall to be read whole.
function enlarge(slide, block, limit) {
  const image = block.querySelector("img");
  const room = Math.floor(limit - (bottom(slide, block) - block.getBoundingClientRect().height));
  image.style.height = `${room}px`;
  const width = image.getAttribute("width") || image.naturalWidth;
  const height = image.getAttribute("height") || image.naturalHeight;
  const across = image.getBoundingClientRect().width / width;
  if (block.classList.contains("part") || Math.min(across, room / height) >= READABLE) return [];
  const count = Math.ceil(height * across / room);
  return Array.from({length: count}, (_, k) => {
    const part = block.cloneNode(true), view = part.querySelector("img").style;
    part.classList.add("part");
    view.objectFit = "cover";
    view.objectPosition = `0 ${100 * k / Math.max(1, count - 1)}%`;
    return part;
  });
}

// Part one section into slides; return them.
function pack(section) {
  const blocks = Array.from(section.querySelectorAll(":scope > .block"));
  const slides = [section];
  let slide = section, count = 0;
  const limit = HEIGHT - BOTTOM;
  blocks.forEach(block => block.remove());
  const next = () => { slide = newSlide(slide); slides.push(slide); count = 0; };
  const queue = blocks.slice();
  while (queue.length) {
    const block = queue.shift(), alone = block.classList.contains("figure");
    if (count && alone) next();
    slide.append(block);
    if (alone) queue.unshift(...enlarge(slide, block, limit));
    if (tooWide(block)) shrink(slide, block, Infinity);
    if (!fits(slide, block, limit) && count) {
      block.remove();
      next();
      queue.unshift(block);
      continue;
    }
    if (!fits(slide, block, limit)) {
      // A little too large: smaller type. Much too large: the rest goes on the next slide.
      for (let scale = 0.95; !fits(slide, block, limit) && scale >= SMALLEST; scale -= 0.05) {
        block.style.zoom = scale;
      }
      if (!fits(slide, block, limit)) {
        block.style.zoom = "";
        const rest = cut(slide, block, limit);
        if (rest) queue.unshift(rest);
        shrink(slide, block, limit);
      }
    }
    count += 1;
    if (queue.length && (alone || block.classList.contains("stop"))) next();
  }
  return slides;
}

function layOut() {
  for (const section of document.querySelectorAll(".slides > section")) {
    const notes = section.querySelector(":scope > aside.notes");
    if (notes) notes.remove();
    const slides = pack(section);
    if (notes) slides.forEach(slide => slide.append(notes.cloneNode(true)));
    if (slides.length > 1) {
      const stack = document.createElement("section");
      stack.className = "stack";
      section.before(stack);
      stack.append(...slides);
    }
  }
}

function images() {
  return Promise.all(Array.from(document.images, image => image.decode().catch(() => null)));
}

document.body.classList.add("measuring");
MathJax.startup.promise
  .then(() => MathJax.typesetPromise())
  .then(images)
  .then(() => {
    layOut();
    document.body.classList.remove("measuring");
    const keys = document.createElement("div");
    keys.id = "keys";
    keys.textContent = "Space: on · Esc: overview · F: full screen · S: speaker notes";
    document.body.append(keys);
    Reveal.on("slidechanged", () => keys.remove());
    return Reveal.initialize({
      width: WIDTH, height: HEIGHT, margin: 0, center: false, hash: true, transition: "none",
      slideNumber: "c/t", controlsTutorial: false, plugins: [RevealNotes],
    });
  });
