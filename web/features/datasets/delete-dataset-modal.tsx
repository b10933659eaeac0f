import { useQueryClient } from '@tanstack/react-query';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { datasetFilesKey, fileName } from '#web/api/datasets.ts';
import { useMember } from '#web/api/user.ts';
import { api } from '#web/lib/api-client.ts';
import { ConfirmModal } from '#web/ui/confirm-modal.tsx';

interface DeleteDatasetModalProps {
  file: DatasetFile | undefined;
  onClose: () => void;
}

export function DeleteDatasetModal({ file, onClose }: DeleteDatasetModalProps) {
  const { orgId } = useMember();
  const queryClient = useQueryClient();
  const remove = async ({ Key }: DatasetFile) => {
    try {
      await api('delete-dataset-file', { query: { key: Key } });
    } finally {
      // Also after a failure: the file may have been deleted in another window.
      await queryClient.invalidateQueries({ queryKey: datasetFilesKey(orgId) });
    }
  };
  return (
    <ConfirmModal
      subject={file}
      title="Delete dataset"
      confirmLabel="Delete"
      onConfirm={remove}
      onClose={onClose}
    >
      {({ Key }) => (
        <>
          Delete <strong>{fileName(Key)}</strong>? Indexes that were built from it keep working.
          This cannot be undone.
        </>
      )}
    </ConfirmModal>
  );
}
