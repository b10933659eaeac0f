import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auditActions } from '#shared/audit-actions.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { type AuditFilter, wholeTrail } from '#web/api/audit.ts';
import { teamQuery } from '#web/api/team.ts';

interface AuditFiltersProps {
  /** The listed entries. They also name people who are no longer in the team. */
  entries: readonly AuditEntry[];
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

const actionOptions = [
  { value: '', label: 'All actions' },
  ...Object.entries(auditActions).map(([value, label]) => ({ value, label })),
];

/** By action, person and days. */
export function AuditFilters({ entries, filter, onChange }: AuditFiltersProps) {
  const { data: team = [] } = useQuery(teamQuery);
  const names = new Map(
    [...entries.map(({ person }) => person), ...team].map((one) => [one.user_id, one.full_name]),
  );
  const people = [...names].map(([value, label]) => ({ value, label }));
  const field = (name: keyof AuditFilter) => ({
    value: filter[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: event.currentTarget.value }),
  });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Group align="flex-end" mb="md">
      <NativeSelect label="Action" data={actionOptions} {...field('action')} />
      <NativeSelect
        label="Person"
        data={[{ value: '', label: 'Everybody' }, ...people]}
        {...field('userId')}
      />
      <TextInput label="From" type="date" max={filter.to || undefined} {...field('from')} />
      <TextInput label="Until" type="date" min={filter.from || undefined} {...field('to')} />
      {isFiltered && (
        <Button variant="subtle" onClick={() => onChange(wholeTrail)}>
          Show all
        </Button>
      )}
    </Group>
  );
}
