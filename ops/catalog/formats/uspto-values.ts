import type { PatentDocument } from '#shared/patent-document.ts';
import { parsePublicationNumber, toUcid, ucidStem } from '#shared/ucid.ts';
import { objectsOf, textOf } from './json-lines.ts';
import { day } from './record-values.ts';

export type Json = Record<string, unknown>;
export type Event = NonNullable<PatentDocument['events']>[number];
export type Owner = NonNullable<PatentDocument['owners']>[number];

/** A property by its name, in lower or upper camel case: `patentNumber`, `PatentNumber`. */
export const field = (object: Json, name: string): unknown =>
  object[name] ?? object[name[0]!.toUpperCase() + name.slice(1)];

/** The first of some properties that has a text; `null` is one that databases write for none. */
export function textIn(object: Json, ...names: string[]): string {
  const found = names
    .map((name) => textOf(field(object, name)))
    .find((text) => text !== '' && text !== 'null');
  return found ?? '';
}

export const dayIn = (object: Json, ...names: string[]): string | undefined =>
  names.map((name) => day(textIn(object, name))).find(Boolean);

export const listIn = (object: Json, ...names: string[]): Json[] =>
  names.flatMap((name) => objectsOf(field(object, name)));

/** `US-17248024` of `17248024` or `17/248,024`; international applications are written with their own country. */
export function usApplication(number: string): string {
  const digits = number.replace(/[\s,/]/g, '');
  return /^\d{8}$/.test(digits) ? `US-${digits}` : number.trim();
}

/** A cited US publication as UCID or number without kind code; undefined for a text that has none. */
export function usPublication(text: string): string | undefined {
  const written = /(?:US\s*)?((?:D|PP|RE|H)?\d[\d,/]{5,12})(?:\s*([A-Z]\d?))?\s*$/i.exec(
    text.trim(),
  );
  if (!written) return undefined;
  const number = `US ${written[1]!.replace(/[,/]/g, '')}${written[2] ?? ''}`;
  const parsed = parsePublicationNumber(number);
  return parsed && (toUcid(number) ?? ucidStem(parsed));
}

/** An event of a record; undefined without a text. */
export function eventOf(
  source: string,
  { date, code, text }: { date?: string; code?: string; text: string },
): Event[] {
  if (!text) return [];
  return [
    {
      ...(date && { date }),
      ...(code && { code: code.slice(0, 30) }),
      text: text.slice(0, 2000),
      office: 'US',
      source,
    },
  ];
}

/** Conveyances that change the owner. Security interests, releases and licences do not. */
const changesOwner = (conveyance: string) =>
  /ASSIGN|MERGER|CHANGE OF NAME/i.test(conveyance) &&
  !/SECURITY|RELEASE|LIEN|LICEN/i.test(conveyance);

interface Assignment {
  conveyance: string;
  recorded?: string;
  assignors: readonly string[];
  assignees: readonly string[];
}

/** Events of assignments, and the owners by the last one that changes them. */
export function assignmentParts(
  source: string,
  assignments: readonly Assignment[],
): Pick<PatentDocument, 'events' | 'owners'> {
  const sorted = assignments.toSorted((a, b) => ((a.recorded ?? '') < (b.recorded ?? '') ? -1 : 1));
  const events = sorted.flatMap(({ conveyance, recorded, assignors, assignees }) =>
    eventOf(source, {
      date: recorded,
      text: `${conveyance || 'Conveyance'}: ${assignors.join('; ')} to ${assignees.join('; ')}`,
    }),
  );
  const last = sorted.findLast(
    ({ conveyance, assignees }) => changesOwner(conveyance) && assignees.length > 0,
  );
  const owners: Owner[] | undefined = last?.assignees.map((name) => ({
    name: name.slice(0, 300),
    ...(last.recorded && { since: last.recorded }),
  }));
  return { ...(events.length > 0 && { events }), ...(owners && { owners }) };
}
