import { columnLabel } from '#shared/column-label.ts';
import { formatDay } from '#shared/format-day.ts';
import type { ColumnType } from '#shared/reading.ts';
import { classNameOf } from '#web/lib/class-names.ts';
import type { Hit } from '#web/lib/describe-hit.ts';
import { formatNumber } from '#web/lib/format.ts';
import { officeName } from '#web/lib/office-name.ts';

/** A value that tells a hit from others at a glance. */
interface HitFact {
  name: string;
  value: string;
}

/** Others are texts. */
const longestValue = 60;
const mostOfOthers = 4;
const mostClasses = 3;
const mostOwners = 2;
/** Dates that are shown of a patent. */
const dates: readonly [string, string][] = [
  ['priority_date', 'Priority'],
  ['publication_date', 'Published'],
];
/** Tags of former classifications say nothing. */
const isClass = (symbol: string) => !symbol.startsWith('Y10');

const listed = (cell: string) =>
  cell
    .split(/\s*[;|]\s*/)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** `20150730` and `2015-07-30` as a day. */
const dayOf = (value: string) => formatDay(value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));

type Types = Readonly<Record<string, ColumnType>>;

const typeIn = (types: Types, name: string) => (Object.hasOwn(types, name) ? types[name]! : 'text');

/** The value of a column as people read it: dates as days, all else as it is. */
export const readable = (types: Types, name: string, value: string) =>
  typeIn(types, name).startsWith('date') ? dayOf(value) : value;

/** Columns of a patent's row that the page uses, and nobody reads. */
export const unreadColumns: readonly string[] = ['drawing', 'family_id', 'cited_by'];

/** The owner, dates, office, status and classes of a patent, or the short values of any other row. */
export function hitFacts({ details }: Hit, ucid: string | undefined, types: Types = {}): HitFact[] {
  if (ucid === undefined) {
    return details
      .filter(({ name, value }) => typeIn(types, name) !== 'text' && value.length <= longestValue)
      .slice(0, mostOfOthers)
      .map(({ name, value }) => ({ name: columnLabel(name), value: readable(types, name, value) }));
  }
  const cell = (name: string) => details.find((detail) => detail.name === name)?.value;
  const facts: HitFact[] = [];
  const owners = listed(cell('assignee') ?? cell('assignees') ?? '');
  if (owners.length > 0) {
    const more = owners.length - mostOwners;
    const first = owners.slice(0, mostOwners).join(', ');
    facts.push({ name: 'Owner', value: more > 0 ? `${first} and ${more} more` : first });
  }
  for (const [column, name] of dates) {
    const value = cell(column);
    if (value !== undefined) facts.push({ name, value: dayOf(value) });
  }
  const office = officeName(ucid.slice(0, 2));
  if (office !== undefined) facts.push({ name: 'Office', value: office });
  const status = cell('status');
  if (status !== undefined) facts.push({ name: 'Status', value: shortened(status) });
  const citing = Number(cell('cited_by') ?? 0);
  if (citing > 0) facts.push({ name: 'Cited by', value: formatNumber(citing) });
  const symbols = listed(cell('cpc') ?? cell('ipc') ?? '').map((symbol) => symbol.slice(0, 4));
  const classes = [...new Set(symbols)].filter(isClass).slice(0, mostClasses);
  if (classes.length > 0) {
    facts.push({ name: 'Class', value: classes.map(namedClass).join(', ') });
  }
  return facts;
}

const shortened = (value: string) =>
  value.length > longestValue ? `${value.slice(0, longestValue - 1).trimEnd()}…` : value;

function namedClass(symbol: string): string {
  const name = classNameOf(symbol);
  return name === undefined ? symbol : `${symbol} ${name.split(';')[0]}`;
}
