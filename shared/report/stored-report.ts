import { type Grade, type Report, reportSchema } from './report.ts';

/** Reports of format 1 had other names for the same three steps of the text match. */
const gradesOfFormat1: Record<string, Grade> = {
  disclosed: 'strong',
  partly: 'weak',
  'not found': 'none',
};

interface Format1 {
  format: 1;
  chart: { grade: string }[];
  coverage: { covering: object[] };
}

/**
 * A stored report in the present format. Reports of format 1 graded matches of words `disclosed`, `partly` and
 * `not found`; what was searched and quoted is the same.
 * @param stored a report as it was written, parsed from JSON
 */
export function toPresentReport(stored: unknown): Report {
  const { format } = stored as { format: number };
  if (format !== 1) return stored as Report;
  const { chart, coverage, ...report } = stored as Format1;
  return {
    ...report,
    format: 2,
    chart: chart.map((cell) => ({ ...cell, grade: gradesOfFormat1[cell.grade] })),
    coverage: {
      ...coverage,
      covering: coverage.covering.map((set) => ({ ...set, evidence: ['text'] })),
    },
  } as unknown as Report;
}

/** A report that somebody else stored. Throws `ZodError` if it has another form. */
export const parseReport = (json: string): Report =>
  reportSchema.parse(toPresentReport(JSON.parse(json)));
