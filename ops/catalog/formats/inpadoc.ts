import type { PatentDocument } from '#shared/patent-document.ts';
import { lastEvent } from '../join/merge.ts';
import { aboutApplication, aboutNumber, type PatentPiece, ranks } from '../join/piece.ts';
import { docdbIds } from './exchange-document.ts';
import { oneLine } from './json-lines.ts';
import { day } from './record-values.ts';
import { descendants, elementsAt, textAt, type XmlElement } from './xml.ts';

const source = 'INPADOC legal events';

type Event = NonNullable<PatentDocument['events']>[number];

/** The legal events of each family member in an answer, as pieces about all publications of its application. */
export function legalPieces(root: XmlElement): PatentPiece[] {
  const pieces = new Map<string, PatentPiece>();
  const members = [
    ...descendants(root, 'family-member'),
    ...descendants(root, 'legal-member'),
  ].filter((member) => elementsAt(member, 'legal').length > 0);
  for (const member of members) {
    const about = aboutOf(member);
    if (!about) continue;
    // Events stand at each publication of the application.
    const known = pieces.get(about)?.parts.events ?? [];
    const events = [...known, ...elementsAt(member, 'legal').flatMap(eventOf)];
    const parts = { events, ...statusOf(events) };
    pieces.set(about, { about, source, rank: ranks.record, parts });
  }
  return [...pieces.values()];
}

function aboutOf(member: XmlElement): string | undefined {
  const published = elementsAt(member, 'publication-reference').flatMap(docdbIds)[0];
  const filed = elementsAt(member, 'application-reference').flatMap(docdbIds)[0];
  const country = published && textAt(published, 'country');
  // Publications of the EPO have one number, those of others may have different ones.
  if (published && country === 'EP') return aboutNumber(country, textAt(published, 'doc-number'));
  const application =
    filed && aboutApplication(`${textAt(filed, 'country')}-${textAt(filed, 'doc-number')}`);
  return application ?? (published && aboutNumber(country!, textAt(published, 'doc-number')));
}

function eventOf(legal: XmlElement): Event[] {
  const { code = '', desc = '' } = legal.attributes;
  const details = descendants(legal, ...namesBelow(legal))
    .filter(({ name, text }) => /^L5\d\dEP$/.test(name) && text.trim() !== '')
    .map(({ attributes, text }) => `${oneLine(attributes.desc ?? '')}: ${oneLine(text)}`);
  const text = [oneLine(desc), ...details].filter(Boolean).join('; ').slice(0, 2000);
  if (!text) return [];
  const date = day(textAt(legal, 'L007EP'));
  const office = descendants(legal, 'L501EP')[0]?.text.trim() || textAt(legal, 'L001EP');
  return [
    {
      ...(date && { date }),
      ...(code.trim() && { code: code.trim().slice(0, 30) }),
      text,
      ...(office && { office: office.slice(0, 10) }),
      source,
    },
  ];
}

const namesBelow = (element: XmlElement): string[] => [
  ...new Set(element.children.flatMap((child) => [child.name, ...namesBelow(child)])),
];

/** The latest event, as the source words it: whether a right is in force is not for us to say. */
function statusOf(events: readonly Event[]): Pick<PatentDocument, 'status'> {
  const dated = events.filter(({ date }) => date);
  const last = dated.toSorted((a, b) => (a.date! < b.date! ? -1 : 1)).at(-1);
  if (!last) return {};
  const status = { text: `${lastEvent}${last.text}`.slice(0, 300), as_of: last.date, source };
  return { status };
}
