import type { PatentDocument } from '#shared/patent-document.ts';
import { plain } from './sources.ts';

type LegalEvent = NonNullable<PatentDocument['events']>[number];

const latestEvents = 4;
/** Events that say whether a right lives; changes of addresses and entity status do not. */
const telling =
  /\bfee pay|\bfees? paid|lapse|expir|ceas|revo[ck]|opposition|grant|withdraw|refus|reinstat|surrender|disclaim/i;
const untelling = /entity status/i;
const feePaid = /annual fee paid|renewal fee paid|maintenance fee pay/i;
const lapsed = /\blapsed?\b|ceased/i;

/** What the record says of a right: its status, its owners, and its fees and lapses by country. */
export function statusLines(document: PatentDocument): string[] {
  const { status, events = [], owners } = document;
  const countries = byCountry(events);
  const shown = events.filter(
    (event) => telling.test(event.text) && !untelling.test(event.text) && !countries.has(event),
  );
  return [
    status
      ? `Status: ${plain(status.text)}${status.as_of ? `, as of ${status.as_of}` : ''} (source: ${plain(status.source)})`
      : 'Status: not known. The record here does not say whether it is in force; the register of its office does',
    ...countryLines(countries),
    ...ownerLines(owners),
    ...shown
      .slice(-latestEvents)
      .map(({ date, text, source }) => `${date ?? 'no date'}: ${plain(text)} (${plain(source)})`),
    ...termLine(document),
  ];
}

export const ownerLines = (owners: PatentDocument['owners']): string[] =>
  (owners ?? []).map(
    ({ name, since }) =>
      `Owner by the last recorded assignment: ${plain(name)}${since ? `, recorded on ${since}` : ''}`,
  );

/** Events about fees and lapses in one state of a right that holds in several, with that state. */
function byCountry(events: readonly LegalEvent[]): Map<LegalEvent, string> {
  const found = new Map<LegalEvent, string>();
  for (const event of events) {
    const country = /Ref Country Code: (?<country>[A-Z]{2})\b/.exec(event.text)?.groups?.country;
    if (country && (feePaid.test(event.text) || lapsed.test(event.text))) found.set(event, country);
  }
  return found;
}

/** For each state what the last of its events says. */
function countryLines(events: ReadonlyMap<LegalEvent, string>): string[] {
  const last = new Map(Array.from(events, ([event, country]) => [country, event]));
  const line = (name: string, test: RegExp) => {
    const found = [...last]
      .filter(([, { text }]) => test.test(text))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const newest = found
      .map(([, event]) => event)
      .toSorted((one, other) => ((one.date ?? '') < (other.date ?? '') ? 1 : -1))[0];
    if (!newest) return [];
    const states = found.map(([country]) => country).join(', ');
    return [
      `${name}, by the last event of each state: ${states} (the latest of ${newest.date ?? 'unknown date'}, source: ${plain(newest.source)})`,
    ];
  };
  return [...line('Fee paid', feePaid), ...line('Lapsed', lapsed)];
}

/** From this filing day on a term is counted from filing, at the USPTO too. */
const countedFromFiling = '1995-06-08';
const termYears = 20;

/** Until when the term of a granted patent runs at most, where nothing says more of it. */
function termLine({ status, filing_date, grant_date, type, ucid }: PatentDocument): string[] {
  const isPatent = type === undefined || type === 'utility' || type === 'plant';
  if (status || !grant_date || !filing_date || filing_date < countedFromFiling || !isPatent)
    return [];
  if (/^[A-Z]{2}-(?:D|RE)/.test(ucid)) return [];
  const end = `${Number(filing_date.slice(0, 4)) + termYears}${filing_date.slice(4)}`;
  return [
    `Filed on ${filing_date}: twenty years from that day end on ${end}. An earlier application, adjustments, disclaimers and unpaid fees change that`,
  ];
}
