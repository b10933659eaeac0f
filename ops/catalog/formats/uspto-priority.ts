import type { PatentDocument } from '#shared/patent-document.ts';
import { isoDate } from './patent-row.ts';
import { relationOf } from './priority-relation.ts';
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

/** Foreign applications, provisionals, and the parents of continuations, divisions and reissues. */
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
  return [...foreign, ...national];
}
