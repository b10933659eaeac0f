import { Anchor, Box, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import type { SharedVersion } from '#shared/report/share.ts';
import { sharedReportQuery } from '#web/api/report-lists.ts';
import { codeOf, messageOf } from '#web/lib/errors.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { signInPath } from '#web/lib/return-path.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { PageSkeleton } from '#web/ui/feedback/page-skeleton.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { CellReading } from '../chart/cell-reading.tsx';
import { ChartMatrix } from '../chart/chart-matrix.tsx';
import { ChartSections } from '../chart/chart-sections.tsx';
import { cellKey } from '../chart/drafts.ts';
import { markedReport } from '../chart/marked-report.ts';
import { ReferenceItem } from '../references/reference-item.tsx';
import listClasses from '../references/reference-list.module.css';
import { kindTexts } from '../report-kinds.ts';
import { PriorArtReport } from '../request/prior-art-page.tsx';
import { SharedDownloads } from './shared-downloads.tsx';

/** The report of a link that somebody shared, to be read only. */
export function SharedReportPage({ token }: { token: string }) {
  const [version, setVersion] = useState<SharedVersion>('newest');
  const { data, error, refetch } = useQuery(sharedReportQuery(token || 'none', version));
  if (error) return <Closed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { report, marks = { marks: [], added: [] }, shared_by, ends_at, versions } = data;
  const { title, ucid } = report.subject;
  return (
    <>
      <PageHeader
        title={title}
        description={
          <>
            {kindTexts[report.kind].title} on{' '}
            <Anchor component={Link} to={patentPath(ucid)}>
              {ucid}
            </Anchor>
          </>
        }
        actions={<SharedDownloads token={token} version={version} />}
      />
      <Text size="sm" mb={versions.length > 1 ? 'xs' : 'lg'}>
        Shared by {shared_by}. The link works until {formatDateTime(ends_at)}.
      </Text>
      {versions.length > 1 && (
        <Box mb="lg">
          <Segments
            label="Version of the report"
            values={versions.map((one) => one.version)}
            names={versionNames}
            value={version}
            onChange={setVersion}
          />
          <Text size="sm" mt={4}>
            {versions
              .map((one) => `${versionNames[one.version]}: made ${formatDateTime(one.made_at)}.`)
              .join(' ')}
          </Text>
        </Box>
      )}
      {report.kind === 'prior-art' ? (
        <PriorArtReport report={report} />
      ) : (
        <InvalidationReport report={report} marks={marks} />
      )}
    </>
  );
}

const versionNames: Record<SharedVersion, string> = {
  newest: 'Newest report',
  shared: 'As it was shared',
};

const states = ['ShareExpired', 'ShareRevoked', 'ShareNotFound', 'ShareNotYours'] as const;
const titles: Record<(typeof states)[number], string> = {
  ShareExpired: 'The link has expired',
  ShareRevoked: 'The link was taken back',
  ShareNotFound: 'There is no such link',
  ShareNotYours: 'The link is for people of an organization',
};

/** Why a link shows nothing, and what to do about it. */
function Closed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { pathname, hash } = useLocation();
  const state = states.find((code) => code === codeOf(error));
  return (
    <>
      <PageHeader title="Shared report" />
      {state ? (
        <EmptyState
          title={titles[state]}
          action={
            state === 'ShareNotYours' && (
              <Button component={Link} to={signInPath(pathname + hash)}>
                Sign in
              </Button>
            )
          }
        >
          {messageOf(error).replace(`${titles[state]}. `, '')}
        </EmptyState>
      ) : (
        <ErrorPanel title="The report could not be loaded" error={error} onRetry={onRetry} />
      )}
    </>
  );
}

const team = 'the team';

function InvalidationReport({ report, marks }: { report: Report; marks: ReportMarks }) {
  const told = markedReport(report, marks);
  const { claims, references, cells } = told;
  const markOf = new Map(marks.marks.map((mark) => [cellKey(mark), mark]));
  return (
    <ChartSections
      report={report}
      marks={marks}
      told={told}
      coverageTitle="Coverage"
      team={team}
      chart={
        <ChartMatrix
          claims={claims}
          references={references.map(({ ucid }) => ucid)}
          cells={cells}
          marks={markOf}
          drafts={{}}
          team={team}
          openCell={(key, cell, close) => (
            <CellReading key={key} cell={cell} mark={markOf.get(key)} onClose={close} />
          )}
        />
      }
      references={
        <ol className={listClasses.list}>
          {references.map((reference, index) => (
            <ReferenceItem key={reference.ucid} name={`D${index + 1}`} reference={reference} />
          ))}
        </ol>
      }
    />
  );
}
