import { claimMentions } from '#shared/claim-references.ts';
import type { PatentMark } from '#shared/patent-document.ts';

/** A text and what stands in it. */
export interface MarkedText {
  readonly text: string;
  readonly marks?: readonly PatentMark[];
}

const label = String.raw`\d{1,3}(?:\s?[A-Za-z](?![\p{L}\d]))?(?:\([A-Za-z0-9]{1,3}\))?['′]?(?![\d.]\d)`;
const between = String.raw`\s*(?:-|–|—|to|through|and|or|&|,\s*and|,\s*or|,|bis|und|oder|et|à)\s*`;

/** `FIG. 1`, `Figure 2a`, `FIGS. 3, 4 and 5A`, `Fig. 1-3`. Only the plural and ranges take further labels. */
const figures = new RegExp(
  String.raw`\b(?:FIGS|Figs|figs|FIGURES|Figures|figures|Figuren)\b\.?\s*(?:nos?\.\s*)?${label}(?:${between}${label})*|\b(?:FIG|Fig|fig|FIGURE|Figure|figure|Figur)\b\.?\s*(?:no\.\s*)?${label}(?:\s?[-–]\s?${label})?`,
  'gu',
);
const oneLabel = new RegExp(label, 'gu');

/** Mentions of drawings, a mark for each label. The first mark covers the word as well: `FIG. 1`. */
export function figureMarks(text: string): PatentMark[] {
  return Array.from(text.matchAll(figures)).flatMap(({ 0: mention, index }) =>
    Array.from(mention.matchAll(oneLabel), (found, position) => ({
      start: position === 0 ? index : index + found.index,
      end: index + found.index + found[0].length,
      kind: 'figure' as const,
      ref: figureLabel(found[0]),
    })),
  );
}

/** `2A` for `2a`, `2 A`. */
export const figureLabel = (written: string): string =>
  written.replace(/\s+/g, '').replace('′', "'").toUpperCase();

/** Mentions of earlier claims, a mark for each number. */
export const claimMarks = (text: string, number: number): PatentMark[] =>
  claimMentions(text)
    .filter(({ number: one }) => one > 0 && one < number)
    .map(({ start, end, number: one }) => ({ start, end, kind: 'claim', ref: String(one) }));

/** All marks of a text in their order; absent if there are none. */
export function orderedMarks(...lists: readonly (readonly PatentMark[] | undefined)[]) {
  const marks = lists.flatMap((list) => list ?? []);
  if (marks.length === 0) return {};
  return { marks: marks.toSorted((a, b) => a.start - b.start || b.end - a.end) };
}

/** The text without its first characters and the space around it; marks move with it. */
export function withoutStart({ text, marks }: MarkedText, length: number): Required<MarkedText> {
  const start = length + text.slice(length).search(/\S|$/);
  const trimmed = text.slice(start).trimEnd();
  return {
    text: trimmed,
    marks: (marks ?? [])
      .map((mark) => ({
        ...mark,
        start: Math.max(0, mark.start - start),
        end: Math.min(trimmed.length, mark.end - start),
      }))
      .filter((mark) => mark.end > mark.start),
  };
}
