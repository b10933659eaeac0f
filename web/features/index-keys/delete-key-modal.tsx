import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { api } from '#web/lib/api.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { indexKeysQuery } from '#web/lib/queries/index-keys.ts';
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
  const remove = useMutation({
    // The id has another name for own indexes than for catalogs.
    mutationFn: (id: string) =>
      api('delete-index-key', {
        body: { org_id: orgId, index: indexId, [builtin ? 'api_key_id' : 'api_id']: id },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: indexKeysQuery(orgId).queryKey });
      onClose();
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmModal
      opened={apiKey !== undefined}
      title="Delete secret key"
      confirmLabel="Delete"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => apiKey && remove.mutate(apiKey.id)}
      onClose={close}
    >
      Requests with the key ending in <strong>{apiKey?.api_key.slice(-4)}</strong> fail from now on.
      This cannot be undone.
    </ConfirmModal>
  );
}
