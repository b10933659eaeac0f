import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ShareAudience, type ShareDays, shareDays } from '#shared/report/share.ts';
import { type ReportOf, shareReport } from '#web/api/report-lists.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { CopyButton } from '#web/ui/text/copy-button.tsx';
import { audienceNames } from '../report-kinds.ts';
import { SharedLinks } from './shared-links.tsx';

interface ShareModalProps {
  /** The report to share. The dialog is open while this is set. */
  report: ReportOf | undefined;
  onClose: () => void;
}

/** Makes links to a report, and takes them back. */
export function ShareModal({ report, onClose }: ShareModalProps) {
  return (
    <Modal opened={report !== undefined} onClose={onClose} title="Share the report" size="lg">
      {report && <ShareForm key={`${report.kind} ${report.ucid}`} report={report} />}
    </Modal>
  );
}

function ShareForm({ report }: { report: ReportOf }) {
  const [audience, setAudience] = useState<ShareAudience>('organization');
  const [days, setDays] = useState<ShareDays>(7);
  const [marks, setMarks] = useState(false);
  const share = useMutation(shareReport(report));
  return (
    <Stack>
      <Radio.Group
        label="Who can open the link"
        value={audience}
        onChange={(value) => setAudience(value)}
      >
        <Stack gap={6} mt={4}>
          {Object.entries(audienceNames).map(([value, name]) => (
            <Radio key={value} value={value} label={name} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label="How long it works"
        value={String(days)}
        onChange={(value) => setDays(Number(value) as ShareDays)}
      >
        <Stack gap={6} mt={4}>
          {shareDays.map((value) => (
            <Radio key={value} value={String(value)} label={formatCount(value, 'day')} />
          ))}
        </Stack>
      </Radio.Group>
      {report.kind === 'invalidation' && (
        <Checkbox
          label="With your team’s grades, passages, notes and their names"
          checked={marks}
          onChange={(event) => setMarks(event.currentTarget.checked)}
        />
      )}
      <FormError error={share.error} />
      <Button
        w="fit-content"
        loading={share.isPending}
        onClick={() => share.mutate({ audience, days, marks })}
      >
        Make a link
      </Button>
      {share.data && (
        <div role="status">
          <TextInput
            label="Link"
            description={`Works until ${formatDateTime(share.data.share.ends_at)}. Copy it now: it is shown only once.`}
            readOnly
            value={share.data.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={share.data.url} label="Copy the link" />
        </div>
      )}
      <Text size="sm" fw={560}>
        Links to this report
      </Text>
      <SharedLinks report={report} />
    </Stack>
  );
}
