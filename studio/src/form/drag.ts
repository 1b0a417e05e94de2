// Drag things with a mouse, a pen or a finger. HTML's own dragging knows no fingers.

/** How far a pointer moves before it drags: less is a click. */
const SLACK = 5;
/** How near the edge of what scrolls a drag makes it scroll, and by how much. */
const EDGE = 48;
const SCROLLED = 14;

/**
 * Return the handler of a thing that can be dragged onto an element with the attribute `data-drop`, whose value
 * `onDrop` gets. A finger drags by an element of the class `grip` alone, so that it can scroll everywhere else.
 */
export function draggable(onDrop: (target: string) => void): (down: PointerEvent) => void {
  return (down) => {
    const pressed = down.target as HTMLElement;
    const thing = down.currentTarget as HTMLElement;
    const isGrip = pressed.closest(".grip") !== null;
    if (down.button !== 0 || pressed.closest("button, input, select, textarea")) return;
    if (down.pointerType !== "mouse" && !isGrip) return;
    const [startX, startY] = [down.clientX, down.clientY];
    let isDragging = false;
    let over: Element | null = null;

    const mark = (next: Element | null) => {
      over?.classList.remove("drop-here");
      over = next;
      over?.classList.add("drop-here");
    };
    const move = (event: PointerEvent) => {
      const [x, y] = [event.clientX - startX, event.clientY - startY];
      if (!isDragging && Math.hypot(x, y) < SLACK) return;
      event.preventDefault();
      isDragging = true;
      thing.classList.add("dragged");
      thing.style.translate = `${x}px ${y}px`;
      mark(document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null);
      scrollAtEdge(thing, event.clientY);
    };
    const end = (event: PointerEvent) => {
      for (const name of ["pointermove", "pointerup", "pointercancel"] as const) {
        window.removeEventListener(name, name === "pointermove" ? move : end);
      }
      thing.classList.remove("dragged");
      thing.style.translate = "";
      const target = over?.getAttribute("data-drop");
      mark(null);
      if (isDragging && event.type === "pointerup" && target) onDrop(target);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
}

function scrollAtEdge(thing: HTMLElement, y: number) {
  const scrolling = thing.closest(".form");
  const box = scrolling?.getBoundingClientRect();
  if (!scrolling || !box) return;
  if (y < box.top + EDGE) scrolling.scrollBy(0, -SCROLLED);
  if (y > box.bottom - EDGE) scrolling.scrollBy(0, SCROLLED);
}
