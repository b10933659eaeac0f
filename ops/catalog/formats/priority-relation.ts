import { type PatentDocument, priorityRelations } from '#shared/patent-document.ts';

/** The documents' names of relations, by other names that sources use. */
const synonyms: Record<string, string> = {
  divisional: 'division',
  cip: 'continuation-in-part',
  'continuing-reissue': 'reissue',
  'us-provisional-application': 'provisional',
};

/** A relation by the name that a source gives it: `continuation-in-part`, `Division`; undefined for others. */
export function relationOf(name: string): PatentDocument['priority_claims'][number]['relation'] {
  const plain = name.toLowerCase().replace(/\s+/g, '-');
  return priorityRelations.find((relation) => relation === (synonyms[plain] ?? plain));
}
