/** Opens everything that an element is collapsed in. */
export function reveal(element: Element): void {
  let above = element.closest('details');
  while (above) {
    above.open = true;
    above = above.parentElement?.closest('details') ?? null;
  }
}
