import type { ReportMarks } from '#shared/report/marks.ts';
import { matchingPassages } from '#shared/report/match-names.ts';
import { numberRanges } from '#shared/report/number-ranges.ts';
import type { Report } from '#shared/report/report.ts';
import { standingOf } from '#shared/report/standing.ts';
import { citationOf, placesOf } from './citation.ts';
import { type ReportView, type ViewReference, viewReport } from './report-view.ts';

/**
 * The references as a list of citations (WIPO ST.14), as plain text: category, document, places of the passages, and
 * the claims that they were compared with.
 */
export async function toCitations(report: Report, marks?: ReportMarks): Promise<Uint8Array> {
  const view = viewReport(report, marks);
  const lines = view.references.map((reference) => citationLine(view, reference));
  return new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(''));
}

function citationLine({ rows, withMarks }: ReportView, reference: ViewReference): string {
  const { document } = reference;
  const found = rows.flatMap(({ claim, cells }) =>
    cells
      .filter((cell) => cell.reference === reference)
      .filter(
        ({ machine, mark }) => standingOf({ ...machine, mark: mark?.grade }).extent !== 'none',
      )
      .map(({ machine, mark }) => ({
        claim: claim.number,
        passages: mark?.passage ? [mark.passage] : matchingPassages(machine),
      })),
  );
  const passages =
    found.length > 0 ? found.flatMap((one) => one.passages) : (document.passages ?? []);
  const places = placesOf(passages.map(({ where }) => where));
  const claims = [...new Set(found.map(({ claim }) => claim))];
  return [
    withMarks?.categories.get(document.ucid) ?? document.category ?? '',
    [citationOf(document), places].filter(Boolean).join(', '),
    claims.length > 0 ? `relevant to claims ${numberRanges(claims)}` : '',
  ].join('\t');
}
