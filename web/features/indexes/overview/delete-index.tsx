import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { deleteIndex } from '#web/api/index-build.ts';
import { useMember } from '#web/api/user.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';

/** Deletes an index after a question; for admins, of their own indexes. */
export function DeleteIndex({ index }: { index: Index }) {
  const { isAdmin } = useMember();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Index>();
  if (!isAdmin || index.builtin) return null;
  return (
    <>
      <Button variant="default" color="red" onClick={() => setAsked(index)}>
        Delete index
      </Button>
      <ConfirmModal
        subject={asked}
        title="Delete index"
        confirmLabel="Delete index"
        action={deleteIndex}
        onDone={() => void navigate('/index')}
        onClose={() => setAsked(undefined)}
      >
        {({ name }) => (
          <>
            Delete <strong>{name}</strong> with its keys? Programs that search it are refused at
            once, and its alerts end. The dataset stays. This cannot be undone.
          </>
        )}
      </ConfirmModal>
    </>
  );
}
