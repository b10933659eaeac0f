import { useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { indexKeysQuery } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { ConfirmModal } from '#web/ui/confirm-modal.tsx';

interface DeleteKeyModalProps {
  indexId: string;
  builtin: boolean;
  apiKey: ApiKey | undefined;
  onClose: () => void;
}

export function DeleteKeyModal({ indexId, builtin, apiKey, onClose }: DeleteKeyModalProps) {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const remove = async ({ id }: ApiKey) => {
    // The id has another name for own indexes than for catalogs.
    const key = builtin ? { api_key_id: id } : { api_id: id };
    try {
      await api('delete-index-key', { body: { org_id: orgId, index: indexId, ...key } });
    } finally {
      // Also after a failure: the key may have been deleted in another window.
      await queryClient.invalidateQueries({ queryKey: indexKeysQuery(orgId).queryKey });
    }
  };
  return (
    <ConfirmModal
      subject={apiKey}
      title="Delete secret key"
      confirmLabel="Delete"
      onConfirm={remove}
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
