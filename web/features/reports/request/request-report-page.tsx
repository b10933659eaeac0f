import { Anchor, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { PlannedJudging } from '#shared/contract/reports.ts';
import { limits } from '#shared/limits.ts';
import { limitOf } from '#shared/report/judging-notes.ts';
import type { ReportKind } from '#shared/report/report.ts';
import { requestReport } from '#web/api/reports.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { isInvalid } from '#web/lib/errors.ts';
import { formatCount } from '#web/lib/format.ts';
import { patentPath } from '#web/lib/patent-path.ts';
import {
  claimChartPath,
  priorArtPath,
  reportPath,
  requestReportPath,
} from '#web/lib/report-path.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { kindTexts, sentText } from '../report-kinds.ts';
import { EmailForm } from './email-form.tsx';
import { MailToMeButton } from './mail-to-me-button.tsx';
import { UcidForm } from './ucid-form.tsx';
import { useMaking } from './use-making.ts';
import { useProgress } from './use-progress.ts';

interface RequestReportPageProps {
  kind: ReportKind;
  ucid: string;
}

/**
 * Requests a report, shows its progress, asks where to send it, and says that it was sent. Who is signed in is not asked:
 * the page goes on to the report when it is made.
 */
export function RequestReportPage({ kind, ucid }: RequestReportPageProps) {
  const [query, setQuery] = useSearchParams();
  const { title, sentFlag } = kindTexts[kind];
  const isSent = query.get(sentFlag) === '1';
  const isExpired = query.get('link-expired') === '1';
  return (
    <>
      <PageHeader
        title={title}
        description={
          <Anchor component={Link} to={patentPath(ucid)}>
            {ucid}
          </Anchor>
        }
      />
      <Stack>
        {isExpired && (
          <Notice>
            The link in the mail has expired: it works for {limits.reportLinkDays} days. You can ask
            for the report again here.
          </Notice>
        )}
        {isSent ? (
          <Sent kind={kind} ucid={ucid} />
        ) : (
          <Making
            kind={kind}
            ucid={ucid}
            onSent={() => setQuery({ [sentFlag]: '1' }, { replace: true })}
          />
        )}
      </Stack>
    </>
  );
}

function Sent({ kind, ucid }: RequestReportPageProps) {
  const { data: session } = useQuery(sessionQuery);
  const next = nextPage(kind, ucid, Boolean(session));
  return (
    <Stack maw="42rem">
      <Notice kind="success">{sentText}</Notice>
      <Text size="sm">
        {kindTexts[kind].sentNote} Nothing arrived? Please look among unwanted mails too, or{' '}
        <Anchor component={Link} to={requestReportPath(kind, ucid)} inherit>
          ask again
        </Anchor>
        .
      </Text>
      <Anchor component={Link} to={next.to} size="sm">
        {next.text}
      </Anchor>
    </Stack>
  );
}

/** What can be opened next. The claim chart is only for people who are signed in. */
function nextPage(kind: ReportKind, ucid: string, isSignedIn: boolean) {
  if (kind === 'prior-art') return { to: priorArtPath(ucid), text: 'Read the report on its page' };
  return isSignedIn
    ? { to: claimChartPath(ucid), text: 'Work on the claim chart with your team' }
    : { to: patentPath(ucid), text: 'Read the patent meanwhile' };
}

const invitations = {
  ready: 'The report is ready. Where should we send it?',
  making:
    'The report is still being made. Tell us where to send it, and it comes by mail as soon as it is made.',
  later: 'Tell us where to send the report, and it comes by mail as soon as it is made.',
} as const;

/** For people who are signed in. */
const waitingTexts = {
  making:
    'The report is still being made. This page goes on to it as soon as it is there, and it stands among the reports of your account.',
  later: 'You have asked for many reports in a short time. Please try again in some minutes.',
} as const;

/** What models judge of the report, and what it may use of them. */
function judgingPlan({ models: [first, second], cells, tokens, budget }: PlannedJudging): string {
  const again = second ? `, and ${second} those that decide once more` : '';
  return `${first} judges about ${formatCount(cells, 'cell')} of the claim chart${again}: some ${formatCount(tokens, 'token')}, and never more than ${limitOf(budget)}. What is not judged then, the report names.`;
}

function Making({ kind, ucid, onSent }: RequestReportPageProps & { onSent: () => void }) {
  const { data: session } = useQuery(sessionQuery);
  const making = useMaking(kind, ucid);
  const percent = useProgress(kindTexts[kind].tickMs);
  const again = (
    <UcidForm key={ucid} ucid={ucid} pathOf={(other) => requestReportPath(kind, other)} />
  );
  if (making.phase === 'missing') {
    return (
      <EmptyState title="There is no text of this patent here" action={again}>
        A report is made from the claims and the description of a patent, and this one is not among
        those that we have. Please check its number, or try another publication of the same
        invention.
      </EmptyState>
    );
  }
  if (making.phase === 'failed') {
    const { error, retry } = making;
    return (
      <Stack>
        <ErrorPanel title="The report could not be made" error={error} onRetry={retry} />
        {isInvalid(error) && again}
      </Stack>
    );
  }
  const { judging } = making;
  if (making.phase === 'asking' || percent < 100) {
    return (
      <Stack maw="42rem" gap="xs">
        <Text size="sm">
          Preparing the report: we search for earlier documents and check every quote.
        </Text>
        <Progress value={percent} size="lg" aria-label="Progress of the report" />
        <Text size="sm" className="tabular">
          {percent} %
        </Text>
        {judging && <Text size="sm">{judgingPlan(judging)}</Text>}
      </Stack>
    );
  }
  if (session) {
    if (making.phase === 'ready') return <Navigate to={reportPath(kind, ucid)} replace />;
    return (
      <Stack align="flex-start">
        <Notice>{waitingTexts[making.phase]}</Notice>
        {making.phase === 'making' && <MailToMeButton kind={kind} ucid={ucid} />}
      </Stack>
    );
  }
  return (
    <Stack>
      <Notice kind={making.phase === 'ready' ? 'success' : 'info'}>
        {invitations[making.phase]}
      </Notice>
      {judging && (
        <Text size="sm" maw="42rem">
          {judgingPlan(judging)}
        </Text>
      )}
      <EmailForm send={requestReport(kind, ucid)} onSent={onSent} />
    </Stack>
  );
}
