import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { deleteIndexKey } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';

interface DeleteKeyModalProps {
  index: Index;
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

export function DeleteKeyModal({ index, apiKey, onClose }: DeleteKeyModalProps) {
  const { orgId } = useMember();
  return (
    <ConfirmModal
      subject={apiKey}
      title="Delete secret key"
      confirmLabel="Delete"
      action={deleteIndexKey(orgId, index)}
      onClose={onClose}
    >
      {({ api_key }) => (
        <>
          Requests with the key ending in <strong>{api_key.slice(-4)}</strong> fail from now on.
          This cannot be undone.
        </>
      )}
    </ConfirmModal>
  );
}
