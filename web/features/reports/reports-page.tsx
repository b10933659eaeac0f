import { Anchor, Box, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedReport } from '#shared/contract/report-lists.ts';
import { type Addable, reportToAdd } from '#web/api/projects.ts';
import { removeListedReport, reportsQuery } from '#web/api/report-lists.ts';
import { reportPath, requestReportPath } from '#web/lib/report-path.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { EndlessTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf, timeColumn } from '#web/ui/table/table-columns.ts';
import { kindTexts } from './report-kinds.ts';
import { ShareModal } from './sharing/share-modal.tsx';

const column = columnsOf<ListedReport>();

/** A report of an earlier version can be read while that of the present one is being made, or is not. */
const stateOf = ({ exists, status }: ListedReport) => {
  if (status === 'ready') return 'Ready';
  if (status === 'making') return exists ? 'Being made again' : 'Being made';
  if (exists) return 'Ready, of an earlier version';
  return status === 'failed' ? 'Could not be made' : 'Not made';
};

const pathOf = ({ kind, ucid, exists }: ListedReport) =>
  exists ? reportPath(kind, ucid) : requestReportPath(kind, ucid);

/** The reports of the organization: who asked for what, in which state it is, and links to share it. */
export function ReportsPage({ onAddToProject }: { onAddToProject: (report: Addable) => void }) {
  const list = useInfiniteQuery(reportsQuery);
  const [shared, setShared] = useState<ListedReport>();
  const [removed, setRemoved] = useState<ListedReport>();
  const columns = column.columns([
    column.display({
      header: 'Patent',
      cell: ({ row: { original: report } }) => (
        <Box miw={{ base: 0, sm: '18rem' }}>
          <Anchor component={Link} to={pathOf(report)} inherit>
            {report.title || report.ucid}
          </Anchor>
          <br />
          {report.ucid}
          {report.project && (
            <>
              , in{' '}
              <Anchor component={Link} to={`/projects/${report.project.project_id}`} inherit>
                {report.project.name}
              </Anchor>
            </>
          )}
        </Box>
      ),
      meta: { roomy: true },
    }),
    column.display({
      header: 'Report',
      cell: ({ row }) => kindTexts[row.original.kind].title,
      meta: { plain: true },
    }),
    column.display({
      header: 'State',
      cell: ({ row }) => stateOf(row.original),
      meta: { plain: true },
    }),
    column.display({ header: 'By', cell: ({ row }) => row.original.by, meta: { plain: true } }),
    column.accessor('at', timeColumn('Time')),
    column.display({
      header: 'Actions',
      cell: ({ row: { original: report } }) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {report.exists && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Share ${nameOf(report)}`}
              onClick={() => setShared(report)}
            >
              Share
            </Button>
          )}
          {!report.project && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Add to project: ${nameOf(report)}`}
              onClick={() => onAddToProject(reportToAdd(report, report.title || report.ucid))}
            >
              Add to project
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Remove ${nameOf(report)}`}
            onClick={() => setRemoved(report)}
          >
            Remove
          </Button>
        </Group>
      ),
      meta: { align: 'right' },
    }),
  ]);
  return (
    <>
      <EndlessTable
        query={list}
        failure="The reports could not be loaded"
        moreLabel="Show earlier reports"
        empty={
          <EmptyState
            title="No reports yet"
            action={
              <Button component={Link} to="/search">
                Search patents
              </Button>
            }
          >
            Open a patent and ask for its prior-art or invalidation report.
          </EmptyState>
        }
        label="Reports"
        columns={columns}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ kind, ucid }) => `${kind} ${ucid}`}
      />
      <ShareModal report={shared} onClose={() => setShared(undefined)} />
      <ConfirmModal
        subject={removed}
        title="Take the report out of the list"
        confirmLabel="Remove"
        action={removeListedReport}
        onClose={() => setRemoved(undefined)}
      >
        {(report) =>
          `The links to the ${nameOf(report)} that your organization shared end. What your team marked in it stays, and it can be asked for again.`
        }
      </ConfirmModal>
    </>
  );
}

/** `prior-art report on US-1-A`. */
const nameOf = ({ kind, ucid }: ListedReport) =>
  `${kindTexts[kind].title.toLowerCase()} on ${ucid}`;
