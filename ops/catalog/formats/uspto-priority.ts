import type { PatentDocument } from '#shared/patent-document.ts';
import { isoDate } from './patent-row.ts';
import { relationOf } from './priority-relation.ts';
import { citedNumber } from './uspto-symbols.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';

type PriorityClaim = PatentDocument['priority_claims'][number];

/** The earliest filing date that a document claims, including its own; empty if it has none. */
export function priorityDate(biblio: XmlElement): string {
  const own = elementsAt(biblio, 'application-reference', 'document-id');
  const dates = [...own, ...sourcesOf(biblio).map(({ id }) => id)].map((id) =>
    isoDate(textAt(id, 'date')),
  );
  return dates.filter(Boolean).sort()[0] ?? '';
}

/** The applications whose dates a document claims. */
export const priorityClaims = (biblio: XmlElement): PriorityClaim[] =>
  sourcesOf(biblio).flatMap(({ id, relation }) => {
    const number = textAt(id, 'doc-number');
    if (!number) return [];
    const country = textAt(id, 'country');
    return {
      number: country ? `${country}-${number}` : number,
      date: isoDate(textAt(id, 'date')) || undefined,
      relation,
    };
  });

/** Earlier publications of the application, and applications that it names without claiming their date. */
export function relatedDocuments(biblio: XmlElement): PriorityClaim[] {
  const related = elementsAt(biblio, 'us-related-documents').flatMap(({ children }) => children);
  const earlier = related
    .filter(({ name }) => name === 'related-publication' || name === 'correction')
    .flatMap((element) => descendants(element, 'document-id'));
  return earlier.flatMap((id) => {
    const number = citedNumber(textAt(id, 'country'), textAt(id, 'doc-number'), textAt(id, 'kind'));
    return number ? { number, date: isoDate(textAt(id, 'date')) || undefined } : [];
  });
}

/** Foreign applications, the international one, provisionals, and the parents of continuations, divisions and reissues. */
function sourcesOf(biblio: XmlElement): { id: XmlElement; relation: PriorityClaim['relation'] }[] {
  const foreign = elementsAt(biblio, 'priority-claims', 'priority-claim').map((id) => ({
    id,
    relation: 'foreign' as const,
  }));
  const related = elementsAt(biblio, 'us-related-documents').flatMap(({ children }) => children);
  const national = related.flatMap((element) => {
    const relation = relationOf(element.name);
    const ids =
      element.name === 'us-provisional-application'
        ? elementsAt(element, 'document-id')
        : descendants(element, 'parent-doc').flatMap((parent) => elementsAt(parent, 'document-id'));
    return ids.map((id) => ({ id, relation }));
  });
  const international = elementsAt(biblio, 'pct-or-regional-filing-data', 'document-id').map(
    (id) => ({ id, relation: 'national-stage' as const }),
  );
  return [...foreign, ...international, ...national];
}
