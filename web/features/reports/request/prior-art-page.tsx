import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { formatDay, withDays } from '#shared/format-day.ts';
import { orderNote } from '#shared/report/order-note.ts';
import type { Report } from '#shared/report/report.ts';
import { type Addable, reportToAdd } from '#web/api/projects.ts';
import { priorArtQuery } from '#web/api/reports.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import { claimChartPath, requestReportPath } from '#web/lib/report-path.ts';
import { signInPath } from '#web/lib/return-path.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { LiteratureList } from '../references/literature-list.tsx';
import { ReferenceItem } from '../references/reference-item.tsx';
import listClasses from '../references/reference-list.module.css';
import { reportGaps } from '../references/report-gaps.ts';
import { ReportNotes } from '../references/report-notes.tsx';
import { SearchRecord } from '../references/search-record.tsx';
import { Timeline } from '../references/timeline.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { MailToMeButton } from './mail-to-me-button.tsx';
import { MissingPriorArt } from './missing-prior-art.tsx';

interface PriorArtPageProps {
  ucid: string;
  /** Whether somebody is signed in. */
  authorize: boolean;
  onAddToProject: (report: Addable) => void;
}

/** The prior-art report of a patent, for everybody. */
export function PriorArtPage({ ucid, authorize, onAddToProject }: PriorArtPageProps) {
  const { pathname } = useLocation();
  const { data, error, refetch } = useQuery(priorArtQuery(ucid));
  const login = !authorize && (
    <Button component={Link} to={signInPath(pathname)} variant="default">
      Login
    </Button>
  );
  if (error) {
    return (
      <MissingPriorArt ucid={ucid} error={error} onRetry={() => void refetch()} login={login} />
    );
  }
  if (!data) {
    return (
      <>
        <PageHeader />
        <PriorArtLead />
        <ContentSkeleton shape="list" />
      </>
    );
  }
  const { report } = data;
  const { subject } = report;
  return (
    <>
      <PageHeader
        title={subject.title}
        description={
          <>
            Prior-art report of{' '}
            <Anchor component={Link} to={patentPath(subject.ucid)}>
              {subject.ucid}
            </Anchor>
          </>
        }
        actions={
          <>
            {authorize ? (
              <>
                <MailToMeButton kind="prior-art" ucid={subject.ucid} />
                <ShareButton kind="prior-art" ucid={subject.ucid} />
                <Button
                  variant="default"
                  onClick={() =>
                    onAddToProject(
                      reportToAdd({ kind: 'prior-art', ucid: subject.ucid }, subject.title),
                    )
                  }
                >
                  Add to project
                </Button>
              </>
            ) : (
              <Button component={Link} to={requestReportPath('prior-art', subject.ucid)}>
                Get it by email
              </Button>
            )}
            <Button
              component={Link}
              to={
                authorize
                  ? claimChartPath(subject.ucid)
                  : requestReportPath('invalidation', subject.ucid)
              }
              variant="default"
            >
              {authorize ? 'Claim chart' : 'Invalidation report'}
            </Button>
            {login}
          </>
        }
      />
      <PriorArtLead />
      <PriorArtReport report={report} />
    </>
  );
}

const PriorArtLead = () => (
  <Text maw="42rem" mb="lg">
    Earlier documents that may stand against the claims of this patent. Each has its date and the
    reason why it counts in time, its nearness in meaning, and the passage that comes nearest,
    quoted word for word. The search record at the end says what was searched.
  </Text>
);

/** The content of a prior-art report. */
export function PriorArtReport({ report }: { report: Report }) {
  const { subject } = report;
  return (
    <>
      <Facts>
        <Fact name="Assignee">{subject.assignees.join('; ')}</Fact>
        <Fact name="Priority date">
          {subject.priority_date && formatDay(subject.priority_date)}
        </Fact>
        <Fact name="Granted">{subject.grant_date && formatDay(subject.grant_date)}</Fact>
        <Fact name="Art counts before">{describeEffectiveDate(subject)}</Fact>
      </Facts>
      {report.literature && report.literature.length > 0 && (
        <Section title={`Literature (${report.literature.length})`}>
          <LiteratureList literature={report.literature} />
        </Section>
      )}
      <Section title="What this report cannot tell">
        <ReportNotes notes={reportGaps(report)} />
      </Section>
      <Section title={`Prior art (${report.art.length})`}>
        <Text size="sm" maw="42rem" mb="sm">
          {orderNote(false)}
        </Text>
        <Timeline art={report.art} effectiveDate={subject.effective_date} />
        <ol className={listClasses.list}>
          {report.art.map((reference, index) => (
            <ReferenceItem key={reference.ucid} name={`D${index + 1}`} reference={reference} />
          ))}
        </ol>
      </Section>
      <Section title="Search record">
        <SearchRecord record={report.record} />
      </Section>
    </>
  );
}

const describeEffectiveDate = ({ effective_date, effective_date_basis }: Report['subject']) =>
  [effective_date && `${formatDay(effective_date)}.`, withDays(effective_date_basis)]
    .filter(Boolean)
    .join(' ');
