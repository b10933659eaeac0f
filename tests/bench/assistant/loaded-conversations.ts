import type { PatentDocument } from '#shared/patent-document.ts';
import type { Known } from './check-answer.ts';
import type { Conversation, Turn } from './conversation-set.ts';

/** Documents that are asked about. */
const mostAsked = 30;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const turn = (says: string, expected: Partial<Turn>): Turn => ({
  says,
  or_none: false,
  cites: [],
  has: [],
  lacks: [],
  ...expected,
});

/**
 * Questions over documents that were loaded, whose answers are known from the documents: numbers, owners, inventors,
 * classes, dates, claims and citations.
 */
export function loadedConversations(known: ReadonlyMap<string, Known>): Conversation[] {
  const documents = [...known.values()]
    .flatMap(({ document }) => document ?? [])
    .filter(({ claims, abstract }) => claims.length > 1 && abstract !== '')
    .toSorted((a, b) => (a.ucid < b.ucid ? -1 : 1));
  const step = Math.max(1, Math.floor(documents.length / mostAsked));
  const asked = documents.filter((_, position) => position % step === 0).slice(0, mostAsked);
  return asked.flatMap((document, position) => about(document, asked[position + 1] ?? asked[0]!));
}

function about(document: PatentDocument, other: PatentDocument): Conversation[] {
  const { ucid, title, claims, assignees, inventors, cpc, priority_date: date } = document;
  const topic = title.toLowerCase();
  const [owner] = assignees;
  const ownerWord = owner?.split(/[\s,;]+/).find((word) => word.length > 3);
  const subclass = [...cpc, ...(document.ipc ?? [])][0]?.slice(0, 4);
  const inventor = inventors[0]?.split(/[\s,;]+/).find((word) => word.length > 3);
  const first = claims.find(({ dependsOn }) => dependsOn.length === 0) ?? claims[0]!;
  const opening = escaped(
    first.text
      .replace(/\s+/g, ' ')
      .split(/[|`[\]<>*_\\]/)[0]!
      .slice(0, 30),
  );
  const one = (kind: Conversation['kind'], ...turns: Turn[]): Conversation => ({ kind, turns });
  const [cited] = document.citations;
  return [
    ...(ownerWord
      ? [
          one(
            'owners',
            turn(`${topic} by ${owner}`, { each: { owner: escaped(ownerWord) }, cites: [ucid] }),
            turn('and by other companies?', {
              each: { not_owner: escaped(owner!) },
              or_none: true,
            }),
          ),
          one('record', turn(`Who owns ${ucid}?`, { has: [escaped(ownerWord)] })),
        ]
      : []),
    ...(inventor
      ? [
          one(
            'inventors',
            turn(`inventor ${inventors[0]}`, { each: { inventor: escaped(inventor) } }),
          ),
        ]
      : []),
    ...(subclass
      ? [
          one('classes', turn(`${topic} in class ${subclass}`, { each: { class: subclass } })),
          one(
            'classes',
            turn(`${topic}, not in ${subclass}`, { each: { not_class: subclass }, or_none: true }),
          ),
        ]
      : []),
    ...(date
      ? [
          one(
            'dates',
            turn(`${topic} with a priority date before ${date}`, {
              each: { priority_before: date },
              or_none: true,
            }),
          ),
        ]
      : []),
    one('one-document', turn(`Show claim ${first.number} of ${ucid}`, { has: [opening] })),
    one('summary', turn(`Summarize ${ucid}`, { has: ['\\[\\d+\\]'], cites: [ucid] })),
    one('comparison', turn(`Compare ${ucid} with ${other.ucid}`, { cites: [ucid, other.ucid] })),
    one('numbers', turn(`${ucid}, ${other.ucid}`, { has: [ucid, other.ucid] })),
    ...(cited
      ? [one('record', turn(`What does ${ucid} cite?`, { has: [escaped(cited.number)] }))]
      : []),
    one('limits', turn(`Do we infringe ${ucid}?`, { none_listed: true, has: ['cannot|legal'] })),
  ];
}
