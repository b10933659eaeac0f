/** Makes an element. Texts become text, never markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(attribute, value);
  }
  element.append(...children);
  return element;
}

/** A text with its ranges marked. Start and end in UTF-16 units; ranges that are none are left out. */
export function marked(text: string, ranges: readonly (readonly number[])[] = []): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of ranges.toSorted(([a = 0], [b = 0]) => a - b)) {
    if (start < at || end <= start || end > text.length) continue;
    nodes.push(new Text(text.slice(at, start)), make('mark', {}, text.slice(start, end)));
    at = end;
  }
  nodes.push(new Text(text.slice(at)));
  return nodes;
}

/** An address that a link may lead to: `javascript:` and others run code of whoever wrote the row. */
export function safeLink(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.href)) return undefined;
  const { protocol, href } = new URL(address, location.href);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
