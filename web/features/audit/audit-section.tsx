import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { auditActions } from '#shared/audit-actions.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { limits } from '#shared/limits.ts';
import { type AuditFilter, auditQuery, loadWholeAudit, wholeTrail } from '#web/api/audit.ts';
import { useIndexName } from '#web/api/use-index-name.ts';
import { useMember } from '#web/api/user.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { EndlessTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf, timeColumn } from '#web/ui/table/table-columns.ts';
import { AuditFilters } from './audit-filters.tsx';
import { auditRows, objectText, readableDetails } from './describe-entry.ts';

const column = columnsOf<AuditEntry>();

/** @param indexName name of an index; undefined for one that is not known */
const columnsWith = (indexName: (indexId: string) => string | undefined) =>
  column.columns([
    column.accessor('at', timeColumn('Time')),
    column.accessor(({ person }) => person.full_name, {
      id: 'person',
      header: 'Person',
      cell: ({ row }) => (
        <span title={row.original.person.email}>{row.original.person.full_name}</span>
      ),
      meta: { plain: true },
    }),
    column.display({
      header: 'Action',
      cell: ({ row }) => auditActions[row.original.action],
      meta: { plain: true },
    }),
    column.display({
      header: 'Object',
      cell: ({ row }) => <span title={row.original.object.id}>{objectText(row.original)}</span>,
    }),
    column.display({
      header: 'Details',
      cell: ({ row }) => readableDetails(row.original, indexName),
    }),
  ]);

/** Who did what in the organization; for admins. */
export function AuditSection() {
  const { isAdmin } = useMember();
  return isAdmin ? <AuditTrail /> : null;
}

function AuditTrail() {
  const [filter, setFilter] = useState<AuditFilter>(wholeTrail);
  const trail = useInfiniteQuery(auditQuery(filter));
  const entries = trail.data?.pages.flatMap(({ items }) => items);
  const nameOf = useIndexName();
  // The trail also names indexes that are no longer there.
  const named = new Map(entries?.map(({ object }) => [object.id, object.name]));
  const columns = columnsWith((indexId) => nameOf(indexId) ?? named.get(indexId));
  const download = useMutation(loadWholeAudit(filter));
  return (
    <Section
      title="Audit trail"
      actions={
        <Button
          variant="default"
          size="xs"
          loading={download.isPending}
          disabled={!entries?.length && !trail.hasNextPage}
          onClick={() =>
            download.mutate(undefined, {
              onSuccess: (all) => downloadCsv('audit-trail.csv', auditRows(all)),
            })
          }
        >
          Download as CSV
        </Button>
      }
    >
      <AuditFilters entries={entries ?? []} filter={filter} onChange={setFilter} />
      <FormError error={download.error} />
      <EndlessTable
        query={trail}
        failure="The audit trail could not be loaded"
        empty={<Notice>No entry matches. Entries are kept for {limits.auditDays} days.</Notice>}
        moreLabel="Load earlier entries"
        label="Audit trail"
        columns={columns}
        rows={entries}
        rowKey={({ item_id }) => item_id}
      />
    </Section>
  );
}
