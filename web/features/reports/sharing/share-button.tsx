import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReportOf } from '#web/api/report-lists.ts';
import { ShareModal } from './share-modal.tsx';

/** Opens the dialog with the links to a report. */
export function ShareButton({ kind, ucid }: ReportOf) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Share
      </Button>
      <ShareModal report={isOpen ? { kind, ucid } : undefined} onClose={() => setOpen(false)} />
    </>
  );
}
