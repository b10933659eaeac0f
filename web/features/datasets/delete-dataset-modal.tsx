import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { api } from '#web/lib/api.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { datasetFilesQuery, fileName } from '#web/lib/queries/dataset-files.ts';
import { ConfirmModal } from '#web/ui/confirm-modal.tsx';

interface DeleteDatasetModalProps {
  file: DatasetFile | undefined;
  onClose: () => void;
}

export function DeleteDatasetModal({ file, onClose }: DeleteDatasetModalProps) {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (key: string) => api('delete-dataset-file', { query: { key } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: datasetFilesQuery(orgId).queryKey });
      onClose();
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmModal
      opened={file !== undefined}
      title="Delete dataset"
      confirmLabel="Delete"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => file && remove.mutate(file.Key)}
      onClose={close}
    >
      Delete <strong>{file && fileName(file.Key)}</strong>? Indexes that were built from it keep
      working. This cannot be undone.
    </ConfirmModal>
  );
}
