import { useQuery } from '@tanstack/react-query';
import { buildOutcomeLabels } from '#shared/build-outcomes.ts';
import { catalogs, isCatalog } from '#shared/catalogs.ts';
import { columnLabel } from '#shared/column-label.ts';
import type { OrganizationDetail as Detail } from '#shared/contract/admin.ts';
import { searchKindLabels } from '#shared/search-kinds.ts';
import { organizationDetailQuery } from '#web/api/admin.ts';
import { formatNumber } from '#web/lib/format.ts';
import { SearchCharts } from '#web/ui/chart/search-charts.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf, numberColumn, timeColumn } from '#web/ui/table/table-columns.ts';
import { MonthFigures } from './month-figures.tsx';

const member = columnsOf<Detail['members'][number]>();
const memberColumns = member.columns([
  member.accessor('full_name', { header: 'Name' }),
  member.accessor('email', { header: 'Email', meta: { plain: true } }),
  member.accessor(({ role }) => columnLabel(role), {
    id: 'role',
    header: 'Role',
    meta: { plain: true },
  }),
  member.accessor(({ status }) => columnLabel(status.toLowerCase()), {
    id: 'status',
    header: 'Status',
    meta: { plain: true },
  }),
  member.accessor('user_id', { header: 'User ID' }),
]);

const index = columnsOf<Detail['indexes'][number]>();
const indexColumns = index.columns([
  index.accessor('name', { header: 'Name' }),
  index.accessor('rows', numberColumn('Rows')),
  index.accessor('modified_at', timeColumn('Last build')),
  index.accessor(({ build }) => buildOutcomeLabels[build], { id: 'build', header: 'State' }),
  index.display({ header: 'Failure', cell: ({ row }) => row.original.failure ?? '–' }),
]);

const failed = columnsOf<Detail['failed_searches'][number] & { index: string }>();
const failedColumns = failed.columns([
  failed.accessor('at', timeColumn('Time')),
  failed.display({ header: 'Kind', cell: ({ row }) => searchKindLabels[row.original.kind] }),
  failed.accessor('index', { header: 'Index' }),
  failed.display({ header: 'Error', cell: ({ row }) => row.original.failure }),
]);

/** What staff see of one organization. They see no contents and cannot act as its members. */
export function OrganizationDetail({ orgId }: { orgId: string }) {
  const detail = useQuery(organizationDetailQuery(orgId));
  return (
    <>
      <PageHeader
        title={detail.data?.organization.name}
        breadcrumb={<BackLink to="/admin/organizations">Organizations</BackLink>}
      />
      <Loaded
        query={detail}
        failure="The organization could not be loaded"
        skeleton={{ shape: 'figures' }}
      >
        {(data) => <Sections detail={data} />}
      </Loaded>
    </>
  );
}

function Sections({ detail }: { detail: Detail }) {
  const { organization, plan, quota, confidential, month, members, indexes, failed_searches } =
    detail;
  const nameOf = new Map(indexes.map(({ index_id, name }) => [index_id, name]));
  const errors = failed_searches.map((search) => ({
    ...search,
    index: isCatalog(search.index_id)
      ? catalogs[search.index_id].name
      : (nameOf.get(search.index_id) ?? search.index_id),
  }));
  const payment = organization.paused_payment ? ', payment paused' : '';
  return (
    <>
      <p>
        <code>{organization.id}</code>, plan {plan}, subscription {organization.status}
        {payment}. {formatNumber(quota.used_today)} of {formatNumber(quota.per_day)} queries are
        used today.{confidential && ' The texts of its queries are not kept.'}
      </p>
      <Section title="This month">
        <MonthFigures month={month} />
      </Section>
      <Section title="Searches of the last 30 days">
        <SearchCharts days={detail.days} total={detail.total} />
      </Section>
      <Section title="Members">
        <DataTable
          label="Members"
          columns={memberColumns}
          rows={members}
          rowKey={({ user_id }) => user_id}
        />
      </Section>
      <Section title="Indexes">
        {indexes.length === 0 ? (
          <Notice>It has no indexes of its own.</Notice>
        ) : (
          <DataTable
            label="Indexes"
            columns={indexColumns}
            rows={indexes}
            rowKey={({ index_id }) => index_id}
          />
        )}
      </Section>
      <Section title="Recent errors">
        {failed_searches.length === 0 ? (
          <Notice>No search has failed in the last 30 days.</Notice>
        ) : (
          <DataTable
            label="Recent errors"
            columns={failedColumns}
            rows={errors}
            rowKey={({ at, index_id }) => at + index_id}
          />
        )}
      </Section>
    </>
  );
}
