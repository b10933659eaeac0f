import { combinationNote, noReason, reasonTitle } from '#shared/report/combination-notes.ts';
import { quoteOf } from './pdf-chart.ts';
import { type PdfWriter, styles } from './pdf-writer.ts';
import type { ReportView } from './report-view.ts';

/** For each set of references: the passages that may speak of a reason to combine them, or that none was found. */
export function drawCombinations(pdf: PdfWriter, { combinations, nameOf }: ReportView): void {
  if (combinations.length === 0) return;
  pdf.section('Reasons to combine');
  pdf.paragraphs({ spans: [{ text: combinationNote, style: styles.note }] });
  for (const { ucids, reasons } of combinations) {
    pdf.subsection(ucids.map(nameOf).join(' with '));
    pdf.paragraphs(
      ...reasons.flatMap((reason) => [
        {
          spans: [{ text: reasonTitle(reason, nameOf), style: styles.smallStrong }],
          before: 4,
          keepWithNext: reason.passages.length > 0,
        },
        ...reason.passages.map((passage) =>
          quoteOf({ ...passage, where: `${nameOf(passage.ucid)}, ${passage.where}` }),
        ),
      ]),
      ...(reasons.length === 0 ? [{ spans: [{ text: noReason, style: styles.text }] }] : []),
    );
  }
}
