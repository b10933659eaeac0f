import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { citedBy, citedNumber, partialDate } from './uspto-symbols.ts';

/** `US 2003/0169838 A1 20030900 Greenstreet et al. 375/376 cited by examiner`; the country is left out of old ones. */
const cited =
  /^(?:([A-Z]{2}) )?((?:[A-Z]{1,2} ?)?[\d/]+(?: \d+)*)(?: ([A-Z]\d?))? (\d{8})(?: (.*?))??(?: (?:[A-Z]?\d+\/[\w.]+|N\/A))?(?: (cited by \w+))?$/;

/** A citation as the USPTO's search systems write it; undefined if it is another text. */
export function writtenCitation(line: string): PatentCitation | undefined {
  const [, country = 'US', number, kind, digits = '', name = '', words = ''] =
    cited.exec(line.replace(/\s+/g, ' ').trim()) ?? [];
  if (!number) return undefined;
  const date = partialDate(digits);
  const by = citedBy(words);
  return {
    number: citedNumber(country, number.replace(/[\s/]/g, ''), kind),
    ...(date && { date }),
    ...(name && { name: name.slice(0, 300) }),
    ...(by && { by }),
  };
}

/** Literature: `A book, 1990. cited by applicant`. */
export function writtenLiterature(
  line: string,
): NonNullable<PatentDocument['literature']>[number] | undefined {
  const plain = line.replace(/\s+/g, ' ').trim();
  const [, text, words = ''] = /^(.*?)(?:\.?\s*(cited by [\w ]+?)\.?)?$/.exec(plain) ?? [];
  if (!text) return undefined;
  const by = citedBy(words);
  return { text: text.slice(0, 4000), ...(by && { by }) };
}

/** `Ada Plum` for `Plum; Ada`. */
export const turnedName = (written: string): string =>
  written
    .split(';')
    .map((part) => part.trim())
    .toReversed()
    .filter(Boolean)
    .join(' ');
