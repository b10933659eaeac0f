import type { PatentDocument } from '#shared/patent-document.ts';
import { placeName } from '#shared/place-name.ts';
import type { ReportPassage } from '#shared/report/report.ts';
import { hashText } from './hash-text.ts';

/** Words of a document at a place as a report quotes them: with the hash that a reader can check, and the name of the place. */
export const reportPassage = (
  document: PatentDocument,
  { part, number, start, end }: Pick<ReportPassage, 'part' | 'number' | 'start' | 'end'>,
  quote: string,
): ReportPassage => ({
  part,
  number,
  start,
  end,
  quote,
  hash: hashText(quote),
  where: placeName(document, { part, number, start, end }),
});
