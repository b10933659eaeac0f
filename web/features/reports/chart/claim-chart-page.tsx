import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import { type Addable, reportToAdd } from '#web/api/projects.ts';
import { reportMarksQuery } from '#web/api/report-marks.ts';
import { invalidationReportQuery } from '#web/api/reports.ts';
import { isInvalid, isNotFound } from '#web/lib/errors.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { claimChartPath, requestReportPath } from '#web/lib/report-path.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageSkeleton } from '#web/ui/feedback/page-skeleton.tsx';
import { LeaveModal } from '#web/ui/form/leave-modal.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { UcidForm } from '../request/ucid-form.tsx';
import { useArrival } from '../request/use-arrival.ts';
import { ExportMenu } from '../sharing/export-menu.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { CellEditor } from './cell-editor.tsx';
import { ChartMatrix } from './chart-matrix.tsx';
import { ChartReferences } from './chart-references.tsx';
import { ChartSections } from './chart-sections.tsx';
import { cellKey, type Draft, useDrafts } from './drafts.ts';
import { judgedSoonMs } from './judged-soon.ts';
import { markedReport } from './marked-report.ts';

interface ClaimChartPageProps {
  ucid: string;
  onAddToProject: (report: Addable) => void;
}

/** The invalidation report of a patent, which the team of the signed-in person works on. */
export function ClaimChartPage({ ucid, onAddToProject }: ClaimChartPageProps) {
  const found = useQuery(invalidationReportQuery(ucid));
  const marks = useQuery({
    ...reportMarksQuery(ucid),
    refetchInterval: ({ state }) => judgedSoonMs(found.data?.report, state.data),
  });
  if (isNotFound(found.error) || isNotFound(marks.error)) return <NotMade ucid={ucid} />;
  const failed = [found, marks].find(({ isError, data }) => isError && !data);
  if (failed) {
    return (
      <>
        <PageHeader title="Claim chart" description={ucid} />
        <ErrorPanel
          title="The report could not be loaded"
          error={failed.error}
          onRetry={isInvalid(failed.error) ? undefined : () => void failed.refetch()}
        />
        {isInvalid(failed.error) && <UcidForm key={ucid} ucid={ucid} pathOf={claimChartPath} />}
      </>
    );
  }
  if (!found.data || !marks.data) return <PageSkeleton />;
  return (
    <LoadedChart report={found.data.report} marks={marks.data} onAddToProject={onAddToProject} />
  );
}

function NotMade({ ucid }: { ucid: string }) {
  const isMaking = useArrival('invalidation', ucid);
  return (
    <>
      <PageHeader title="Claim chart" description={ucid} />
      {isMaking ? (
        <Notice>The report is being made. This page shows it as soon as it is there.</Notice>
      ) : (
        <EmptyState
          title="There is no invalidation report of this patent yet"
          action={
            <Button component={Link} to={requestReportPath('invalidation', ucid)}>
              Make the report
            </Button>
          }
        >
          It is made once for everybody. The chart of its claims opens here then.
        </EmptyState>
      )}
    </>
  );
}

interface LoadedChartProps extends Pick<ClaimChartPageProps, 'onAddToProject'> {
  report: Report;
  marks: ReportMarks;
}

function LoadedChart({ report, marks, onAddToProject }: LoadedChartProps) {
  const { ucid, title } = report.subject;
  const [drafts, setDrafts] = useDrafts(ucid);
  const setDraft = (key: string, draft?: Draft) =>
    setDrafts(({ [key]: _old, ...others }) => (draft ? { ...others, [key]: draft } : others));
  const told = markedReport(report, marks);
  const { claims, references, cells } = told;
  const unsaved = Object.keys(drafts).filter((key) => cells.has(key));
  const savedMarks = new Map(marks.marks.map((mark) => [cellKey(mark), mark]));
  const hasMarks = marks.marks.length + marks.added.length > 0;
  return (
    <>
      <PageHeader
        title={title}
        description={
          <>
            Claim chart of{' '}
            <Anchor component={Link} to={patentPath(ucid)}>
              {ucid}
            </Anchor>
          </>
        }
        actions={
          <>
            <ShareButton kind="invalidation" ucid={ucid} />
            <Button
              variant="default"
              onClick={() => onAddToProject(reportToAdd({ kind: 'invalidation', ucid }, title))}
            >
              Add to project
            </Button>
            <ExportMenu ucid={ucid} hasMarks={hasMarks} hasUnsaved={unsaved.length > 0} />
          </>
        }
      />
      <ChartSections
        report={report}
        marks={marks}
        told={told}
        coverageTitle={hasMarks ? 'Coverage with your team’s changes' : 'Coverage'}
        chart={
          <>
            {unsaved.length > 0 && (
              <Notice>
                Not saved yet: {unsaved.map((key) => key.replace(' ', ' in ')).join('; ')}.
              </Notice>
            )}
            <ChartMatrix
              claims={claims}
              references={references.map((reference) => reference.ucid)}
              cells={cells}
              marks={savedMarks}
              drafts={drafts}
              openCell={(key, cell, close) => (
                <CellEditor
                  key={key}
                  report={ucid}
                  cell={cell}
                  mark={savedMarks.get(key)}
                  draft={drafts[key]}
                  onDraft={(draft) => setDraft(key, draft)}
                  onClose={close}
                />
              )}
            />
          </>
        }
        references={
          <ChartReferences
            report={ucid}
            references={references}
            judging={report.record.judging}
            added={marks.added}
            again={marks.again}
          />
        }
      />
      <LeaveModal
        active={unsaved.length > 0}
        title="Some changes are not saved"
        leaveLabel="Leave without saving"
        onLeave={() => setDrafts({})}
      >
        Leaving this page discards them.
      </LeaveModal>
    </>
  );
}
