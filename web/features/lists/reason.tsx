import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ListItem } from '#shared/contract/lists.ts';
import { ListItemModal } from './list-item-modal.tsx';

/** Why a document is rated as it is: its note in the list, and a dialog to write it. */
export function Reason({ listId, item }: { listId: string; item: ListItem }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      {item.note && <span style={{ overflowWrap: 'anywhere' }}>{item.note}</span>}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${item.note ? 'Change' : 'Add'} reason: ${item.title}`}
        onClick={() => setEditing(true)}
      >
        {item.note ? 'Change' : 'Add a reason'}
      </Button>
      <ListItemModal
        listId={listId}
        item={isEditing ? item : undefined}
        onClose={() => setEditing(false)}
      />
    </>
  );
}
