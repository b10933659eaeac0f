import type { CitationNode } from '#shared/contract/patents.ts';

export type DatedNode = CitationNode & { date: string };

/**
 * Places publications by day and line: a band of lines for each step, what cites above what is cited, and within a band as
 * few lines as need be for no two to overlap, below a line for its name.
 * @param width of the plot in pixels
 * @param room that a publication takes, in pixels
 */
export function layOut(nodes: readonly DatedNode[], width: number, room: number) {
  const days = nodes.map(({ date }) => dayOf(date).getTime());
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const perPixel = Math.max(last - first, 1) / Math.max(width, 1);
  const placed: { node: DatedNode; day: Date; line: number }[] = [];
  const bands: { step: number; line: number }[] = [];
  let lines = 0;
  for (const step of [2, 1, 0, -1, -2]) {
    /** Where the last publication of each line ends. */
    const ends: number[] = [];
    const own = nodes.filter((node) => node.step === step);
    if (own.length === 0) continue;
    // The first line of a band has its name.
    bands.push({ step, line: lines + 0.5 });
    lines++;
    for (const node of own.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
      const day = dayOf(node.date);
      const free = ends.findIndex((end) => end <= day.getTime());
      const line = free < 0 ? ends.length : free;
      ends[line] = day.getTime() + room * perPixel;
      placed.push({ node, day, line: lines + line + 0.5 });
    }
    lines += ends.length;
  }
  // The order of the publications, which have the same places as what is said of them.
  return { placed: nodes.map((node) => placed.find((one) => one.node === node)!), bands, lines };
}

/** The day, or the first day of a month or year. */
const dayOf = (date: string) => new Date(`${date}-01-01`.slice(0, 10));
