import type { PatentCitation, PatentDocument } from '#shared/patent-document.ts';
import { toUcid } from '#shared/ucid.ts';
import { aboutNumber, type PatentPiece, ranks } from '../join/piece.ts';
import { oneLine } from './json-lines.ts';
import { day } from './record-values.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';

const source = 'European Patent Register';

type Event = NonNullable<PatentDocument['events']>[number];

/** What the register says of European patents: status, owners, events, procedural steps, citations. */
export const registerPieces = (root: XmlElement): PatentPiece[] =>
  descendants(root, 'register-document').flatMap((document) => {
    const numbers = publicationsOf(document, root);
    const events = [...eventsOf(document), ...stepsOf(document)];
    const biblio = elementsAt(document, 'bibliographic-data')[0];
    const parts: Partial<PatentDocument> = {
      ...statusOf(document),
      ...(events.length > 0 && { events }),
      ...(biblio && ownersOf(biblio)),
      ...(biblio && citationsOf(biblio)),
    };
    return numbers.map((about) => ({ about, source, rank: ranks.record, parts }));
  });

/** Answers about events and steps name the publication only in the question. */
function publicationsOf(document: XmlElement, root: XmlElement): string[] {
  const printed = elementsAt(document, 'bibliographic-data', 'publication-reference', 'document-id')
    .map((id) => [textAt(id, 'country'), textAt(id, 'doc-number')] as const)
    .filter(([country, number]) => country === 'EP' && /^\d+$/.test(number));
  const asked = descendants(root, 'query').flatMap(({ text }) =>
    [...text.matchAll(/\b(EP)\s*(\d{5,8})\b/g)].map((match) => [match[1]!, match[2]!] as const),
  );
  const one = printed.length > 0 ? printed : asked.length === 1 ? asked : [];
  return [...new Set(one.map(([country, number]) => aboutNumber(country, number)))];
}

function statusOf(document: XmlElement): Pick<PatentDocument, 'status'> {
  const [latest] = elementsAt(document, 'ep-patent-statuses', 'ep-patent-status').toSorted(
    (a, b) => ((a.attributes['change-date'] ?? '') > (b.attributes['change-date'] ?? '') ? -1 : 1),
  );
  const text = oneLine(latest?.text ?? document.attributes.status ?? '').slice(0, 300);
  if (!text) return {};
  return { status: { text, as_of: day(latest?.attributes['change-date'] ?? ''), source } };
}

function eventsOf(document: XmlElement): Event[] {
  return elementsAt(document, 'events-data', 'dossier-event').flatMap((event) => {
    const text = oneLine(textAt(event, 'event-text')).slice(0, 2000);
    const date = day(textAt(event, 'event-date', 'date'));
    const code = textAt(event, 'event-code').slice(0, 30);
    return text
      ? [{ ...(date && { date }), ...(code && { code }), text, office: 'EP', source }]
      : [];
  });
}

function stepsOf(document: XmlElement): Event[] {
  return elementsAt(document, 'procedural-data', 'procedural-step').flatMap((step) => {
    const texts = elementsAt(step, 'procedural-step-text').map(({ attributes, text }) => {
      const type = attributes['step-text-type'] ?? '';
      const label = type.replaceAll('_', ' ').toLowerCase();
      const value = oneLine(text);
      return type === 'STEP_DESCRIPTION' || value === '' ? value : `${label} ${value}`;
    });
    const dates = elementsAt(step, 'procedural-step-date');
    const date = dates.map((one) => day(textAt(one, 'date'))).find(Boolean);
    const code = textAt(step, 'procedural-step-code').slice(0, 30);
    const text = texts.filter(Boolean).join(', ').slice(0, 2000);
    return text
      ? [{ ...(date && { date }), ...(code && { code }), text, office: 'EP', source }]
      : [];
  });
}

/** The applicants or proprietors of the last change. */
function ownersOf(biblio: XmlElement): Pick<PatentDocument, 'owners'> {
  const [latest] = elementsAt(biblio, 'parties', 'applicants').toSorted((a, b) =>
    (a.attributes['change-date'] ?? '') > (b.attributes['change-date'] ?? '') ? -1 : 1,
  );
  if (!latest) return {};
  const since = day(latest.attributes['change-date'] ?? '');
  const names = elementsAt(latest, 'applicant', 'addressbook').map((book) =>
    oneLine(textAt(book, 'name')).slice(0, 300),
  );
  const owners = names.filter(Boolean).map((name) => ({ name, ...(since && { since }) }));
  return owners.length > 0 ? { owners } : {};
}

const phases: Record<string, PatentCitation['by']> = {
  search: 'search-report',
  'international-search': 'search-report',
  examination: 'examiner',
  opposition: 'opposition',
  applicant: 'applicant',
  'third-party': 'third-party',
};

function citationsOf(biblio: XmlElement): Pick<PatentDocument, 'citations'> {
  const citations = elementsAt(biblio, 'references-cited', 'citation').flatMap((citation) => {
    const id = elementsAt(citation, 'patcit', 'document-id')[0];
    if (!id) return [];
    const written = `${textAt(id, 'country')}-${textAt(id, 'doc-number')}`;
    const kind = textAt(id, 'kind');
    const phase = citation.attributes['cited-phase'] ?? '';
    const by = phases[phase];
    const category = textAt(citation, 'category').slice(0, 10);
    // `(NAME) [A] 1-15 * page 1 * * claims 1-20 *;`
    const text = oneLine(textAt(citation, 'patcit', 'text'));
    const passages = [...text.matchAll(/\*\s*([^*]+?)\s*\*/g)].map((match) => match[1]).join(' | ');
    const [, claims] = /\[[A-Z]+\]\s*([\d,\s-]*\d)/.exec(text) ?? [];
    return {
      number: ((kind && toUcid(`${written}-${kind}`)) || written).slice(0, 80),
      ...(by && { by }),
      ...(phase && { phase: phase.slice(0, 60) }),
      ...(category && { category }),
      ...(claims && { claims: claims.slice(0, 200) }),
      ...(passages && { passages: passages.slice(0, 2000) }),
    };
  });
  return { citations };
}
