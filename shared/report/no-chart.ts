import type { PatentDocument } from '#shared/patent-document.ts';
import type { Report } from './report.ts';

type NoChart = NonNullable<Report['no_chart']>;

/**
 * Whether a patent is a design or a plant, whose claims are not charted. By its type, else by the number and kind
 * code that such patents of the United States have.
 */
export function noChartOf({
  type,
  ucid,
}: Pick<PatentDocument, 'type' | 'ucid'>): NoChart | undefined {
  if (type) return type === 'design' || type === 'plant' ? type : undefined;
  if (/^US-D\d+-S/.test(ucid)) return 'design';
  return /^US-PP\d+-P/.test(ucid) ? 'plant' : undefined;
}

/** Why there is no chart, and what there is, in sentences. */
export const noChartReasons: Record<NoChart, string> = {
  design:
    'This is a design patent: it protects an appearance, which drawings show and words do not, so there is no claim chart. Listed are earlier publications of its class and of its owner; their drawings are to be compared.',
  plant:
    'This is a plant patent: it protects a variety as it is described, so there is no claim chart. Listed are earlier publications of its class and of its owner.',
};
