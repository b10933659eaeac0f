import type { MarkGrade } from '#shared/report/report.ts';
import { type MarkedCell, standingOf } from '#shared/report/standing.ts';

/** Ink on it has a contrast of six to one. */
const darkest = [0x7f, 0x9f, 0xc4];
/** How dark what people or a model say is, where a score would say nothing. */
const darkness = { full: 1, part: 0.5, none: 0 };

/** Colour behind a cell of the matrix: the darker, the more of the element is there. White, so undefined, for nothing. */
export function shadeOf(
  cell: Pick<MarkedCell, 'grade' | 'judgement' | 'score'>,
  mark?: MarkGrade,
): string | undefined {
  const { extent, evidence } = standingOf({ ...cell, mark });
  if (extent === 'none') return undefined;
  const share = evidence === 'text' ? 0.25 + 0.75 * cell.score : darkness[extent];
  const mixed = darkest.map((channel) => Math.round(255 + (channel - 255) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
