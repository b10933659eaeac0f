import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReportOf } from '#web/api/report-lists.ts';
import { requestReport } from '#web/api/reports.ts';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { sentText } from '../report-kinds.ts';

/** Mails a report to who is signed in, as soon as it is made. */
export function MailToMeButton({ kind, ucid }: ReportOf) {
  const { data: session } = useQuery(sessionQuery);
  const send = useMutation({
    ...requestReport(kind, ucid),
    onSuccess: () => showMessage(sentText),
    onError: (error) => showMessage(`Error: ${messageOf(error)}`),
  });
  return (
    <Button
      variant="default"
      loading={send.isPending}
      disabled={!session}
      onClick={() => session && send.mutate(session.email)}
    >
      Mail it to me
    </Button>
  );
}
