import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Reminder } from '#shared/contract/reminders.ts';
import type { ReminderFile } from '#shared/reminders.ts';
import { reminderPreviewQuery } from '#web/api/admin.ts';
import { ContentSkeleton } from '#web/ui/feedback/content-skeleton.tsx';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';

interface ReminderPreviewProps {
  /** The dialog is open while this is set. */
  reminder: Reminder | undefined;
  onClose: () => void;
}

/** What a reminder would report now. */
export function ReminderPreview({ reminder, onClose }: ReminderPreviewProps) {
  return (
    <Modal opened={reminder !== undefined} onClose={onClose} title={reminder?.subject}>
      {reminder && <Lines file={reminder.file} />}
    </Modal>
  );
}

function Lines({ file }: { file: ReminderFile }) {
  const { data, error } = useQuery(reminderPreviewQuery(file));
  if (error) return <FormError error={error} />;
  if (!data) return <ContentSkeleton shape="text" lines={4} />;
  if (data.lines.length === 0) {
    return <Notice>There is nothing to report now, so no mail would be sent.</Notice>;
  }
  return (
    <ul>
      {data.lines.map(({ text, path }) => (
        <li key={text + path}>
          <Anchor component={Link} to={path} inherit>
            {text}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
