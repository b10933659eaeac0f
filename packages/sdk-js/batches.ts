/** What one change of rows takes. */
const mostRows = 10_000;
const mostBytes = 5_000_000;

/** Items that are there, or that come one after the other. */
export type Many<Item> = Iterable<Item> | AsyncIterable<Item>;

/** JSON lines of the items, in pieces that one change takes. Nothing is read ahead of the piece that is made. */
export async function* linesInBatches(items: Many<unknown>): AsyncGenerator<string> {
  const encoder = new TextEncoder();
  let lines: string[] = [];
  let bytes = 0;
  for await (const item of items) {
    const line = JSON.stringify(item);
    const size = encoder.encode(line).length + 1;
    if (lines.length === mostRows || (lines.length > 0 && bytes + size > mostBytes)) {
      yield lines.join('\n');
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield lines.join('\n');
}
