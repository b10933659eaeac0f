/** Opens everything that an element is collapsed in. */
export function reveal(element: Element): void {
  let above = element.closest('details');
  while (above) {
    above.open = true;
    above = above.parentElement?.closest('details') ?? null;
  }
}

/** As long as a dialog fades in, and parts of a document that come near are laid out. */
const settlingFrames = 20;

/**
 * Scrolls to an element, and again when it does not stay in sight: what stands above it is laid out as it comes near, and
 * browsers do not hold their place while a dialog moves. Gives what ends it.
 */
export function bringIntoView(element: Element): () => void {
  let left = settlingFrames;
  let frame = 0;
  const look = () => {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom < 0 || top > window.innerHeight) element.scrollIntoView({ block: 'center' });
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(look);
  };
  element.scrollIntoView({ block: 'center' });
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
