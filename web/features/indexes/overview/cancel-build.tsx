import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Index } from '#shared/contract/indexes.ts';
import { cancelBuild } from '#web/api/index-build.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';

/** Ends the build of an index after a question: what it has done so far is lost. */
export function CancelBuild({ index }: { index: Index }) {
  const [asked, setAsked] = useState<Index>();
  return (
    <div>
      <Button variant="default" size="xs" onClick={() => setAsked(index)}>
        Stop build
      </Button>
      <ConfirmModal
        subject={asked}
        title={`Stop the build of ${index.name}?`}
        confirmLabel="Stop build"
        action={cancelBuild}
        onClose={() => setAsked(undefined)}
      >
        {({ status }) =>
          status === 'Active'
            ? 'What was built so far is lost. The index goes on answering as before.'
            : 'What was built so far is lost. You can build the index again at any time.'
        }
      </ConfirmModal>
    </div>
  );
}
