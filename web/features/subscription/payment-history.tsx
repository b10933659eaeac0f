import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Invoice, invoiceStatus, invoicesView } from '#shared/invoices.ts';
import { formatCents } from '#shared/plans.ts';
import { invoicesQuery } from '#web/api/billing.ts';
import { formatDate } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';

const column = columnsOf<Invoice>();

const columns = column.columns([
  column.display({
    header: 'Date',
    cell: ({ row }) => formatDate(new Date(row.original.created * 1000).toISOString()),
    meta: { nowrap: true },
  }),
  column.display({
    header: 'Amount',
    cell: ({ row }) => formatCents(row.original.total),
    meta: { align: 'right', nowrap: true },
  }),
  column.display({ header: 'Status', cell: ({ row }) => invoiceStatus(row.original) }),
  column.display({
    header: 'Invoice',
    cell: ({ row: { original: invoice } }) =>
      invoice.invoice_pdf && (
        <Anchor
          href={invoice.invoice_pdf}
          target="_blank"
          rel="noreferrer"
          inherit
          aria-label={`Download PDF of ${formatDate(new Date(invoice.created * 1000).toISOString())}`}
        >
          Download PDF
        </Anchor>
      ),
  }),
]);

/** The invoices of the organization. */
export function PaymentHistory({ orgId }: { orgId: string }) {
  const invoices = useQuery(invoicesQuery(orgId));
  const view = invoices.data && invoicesView(invoices.data);
  return (
    <>
      <LoadedTable
        query={invoices}
        failure="The invoices could not be loaded"
        empty={
          <EmptyState title="No invoices yet">
            The first one comes with the first payment.
          </EmptyState>
        }
        label="Invoices"
        columns={columns}
        rows={view?.shown}
        rowKey={({ id }) => id}
      />
      {view?.asksForMore && <Text size="sm">For more invoices please contact support.</Text>}
    </>
  );
}
