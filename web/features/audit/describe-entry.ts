import { auditActions } from '#shared/audit-actions.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { formatDateTime } from '#web/lib/format.ts';

/** Details as text: `from member, to admin`. */
export const detailsText = ({ details }: Pick<AuditEntry, 'details'>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** What was acted on, for people. Of an API key the trail holds only the id. */
export const objectText = ({ action, object }: Pick<AuditEntry, 'action' | 'object'>): string =>
  action.startsWith('key.') && object.name === object.id
    ? `Key ${object.id.replace(/^key_/, '').slice(0, 6)}…`
    : object.name;

/**
 * Details for people: indexes by their names, times as people write them.
 * @param indexName name of an index; undefined for one that is not known
 */
export const readableDetails = (
  { details }: Pick<AuditEntry, 'details'>,
  indexName: (indexId: string) => string | undefined,
): string =>
  Object.entries(details)
    .map(([name, value]) => {
      if (name === 'index') return `${name} ${indexName(value) ?? 'that was deleted'}`;
      return `${name} ${name === 'until' ? formatDateTime(value) : value}`;
    })
    .join(', ');

/** Columns of the CSV file of the trail. Times are UTC. */
const csvColumns: Record<string, (entry: AuditEntry) => string> = {
  time: ({ at }) => at,
  action: ({ action }) => action,
  description: ({ action }) => auditActions[action],
  person: ({ person }) => person.full_name,
  email: ({ person }) => person.email ?? '',
  person_id: ({ person }) => person.user_id,
  object: ({ object }) => object.name,
  object_id: ({ object }) => object.id,
  details: detailsText,
};

/** Rows of that file, with the header. */
export const auditRows = (entries: readonly AuditEntry[]): string[][] => [
  Object.keys(csvColumns),
  ...entries.map((entry) => Object.values(csvColumns).map((cell) => cell(entry))),
];
