import type { ReportPassage } from './report.ts';

/** A quote in runs, so that the words that met the element can be set apart. Together they are the quote. */
export function metRuns(
  quote: string,
  met: NonNullable<ReportPassage['met']>,
): { text: string; isMet: boolean }[] {
  const runs: { text: string; isMet: boolean }[] = [];
  let end = 0;
  const add = (from: number, to: number, isMet: boolean) => {
    if (to > from) runs.push({ text: quote.slice(from, to), isMet });
  };
  for (const [from, to] of met) {
    // Words that stand side by side may share an end; what lies outside the quote is left alone.
    const start = Math.max(end, from);
    const stop = Math.min(quote.length, to);
    if (stop <= start) continue;
    add(end, start, false);
    add(start, stop, true);
    end = stop;
  }
  add(end, quote.length, false);
  return runs;
}
