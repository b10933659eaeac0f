import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { rotateIndexKey } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';

interface ReplaceKeyModalProps {
  index: Index;
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

const overlaps = [
  { value: '24', label: 'for one more day' },
  { value: '168', label: 'for seven more days' },
  { value: '0', label: 'no longer' },
];

/** Gives a key a new text, and asks how long the old one goes on. */
export function ReplaceKeyModal({ index, apiKey, onClose }: ReplaceKeyModalProps) {
  const { orgId } = useMember();
  const [hours, setHours] = useState('24');
  return (
    <ConfirmModal
      subject={apiKey}
      title="Replace secret key"
      confirmLabel="Replace"
      action={rotateIndexKey(orgId, index, Number(hours))}
      onClose={onClose}
    >
      {({ api_key, previous }) => (
        <Stack component="span">
          <Text component="span" size="sm">
            The key gets a new text and keeps its restrictions.
            {previous && ' The text before the last one stops working at once.'}
          </Text>
          <NativeSelect
            label={`The text ending in ${api_key.slice(-4)} works`}
            data={overlaps}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
          />
        </Stack>
      )}
    </ConfirmModal>
  );
}
