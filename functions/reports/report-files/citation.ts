import type { Reference } from '#shared/report/report.ts';
import { citedNumber } from '#shared/ucid.ts';

/**
 * A patent document as WIPO ST.14 identifies it: country (ST.3), number, kind (ST.16), applicant in capitals, and date
 * of publication. https://www.wipo.int/standards/en/pdf/03-14-01.pdf
 */
export function citationOf({
  ucid,
  assignees,
  publication_date,
}: Pick<Reference, 'ucid' | 'assignees' | 'publication_date'>): string {
  const [first, ...others] = assignees;
  const applicant = first && ` (${first.toUpperCase()}${others.length > 0 ? ' et al.' : ''})`;
  const name = applicant?.replaceAll(/\s+/g, ' ') ?? '';
  return `${citedNumber(ucid)}${name} ${publication_date ?? 'date unknown'}`;
}

const names: [pattern: RegExp, singular: string, plural: string][] = [
  [/^\[(\d+)\]$/, 'paragraph', 'paragraphs'],
  [/^claim (\d+)$/, 'claim', 'claims'],
];

/** `paragraphs [0006], [0009]; claim 1`: the places of passages, each once. */
export function placesOf(places: readonly string[]): string {
  const distinct = [...new Set(places)];
  const named = names.map(([pattern, singular, plural]) => {
    const found = distinct.filter((place) => pattern.test(place)).toSorted(byNumber);
    const shown = found.map((place) => place.replace(/^claim /, ''));
    return found.length === 0
      ? ''
      : `${found.length === 1 ? singular : plural} ${shown.join(', ')}`;
  });
  const others = distinct.filter((place) => !names.some(([pattern]) => pattern.test(place)));
  return [...named, ...others].filter(Boolean).join('; ');
}

const byNumber = (a: string, b: string) => numberIn(a) - numberIn(b);
const numberIn = (place: string) => Number(/\d+/.exec(place)?.[0]);
