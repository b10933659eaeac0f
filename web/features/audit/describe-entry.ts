import { auditActions } from '#shared/audit-actions.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';

/** Details as people read them: `from member, to admin`. */
export const detailsText = ({ details }: Pick<AuditEntry, 'details'>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Rows of a CSV file, with the head. Times are UTC. */
export function auditRows(entries: readonly AuditEntry[]): string[][] {
  return [
    [
      'time',
      'action',
      'description',
      'person',
      'email',
      'person_id',
      'object',
      'object_id',
      'details',
    ],
    ...entries.map((entry) => [
      ...[entry.at, entry.action, auditActions[entry.action]],
      ...[entry.person.full_name, entry.person.email ?? '', entry.person.user_id],
      ...[entry.object.name, entry.object.id, detailsText(entry)],
    ]),
  ];
}
