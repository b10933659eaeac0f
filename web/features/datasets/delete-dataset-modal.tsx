import type { DatasetFile } from '#shared/contract/datasets.ts';
import { deleteDataset, fileName } from '#web/api/datasets.ts';
import { useMember } from '#web/api/user.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';

interface DeleteDatasetModalProps {
  file: DatasetFile | undefined;
  onClose: () => void;
}

export function DeleteDatasetModal({ file, onClose }: DeleteDatasetModalProps) {
  const { orgId } = useMember();
  return (
    <ConfirmModal
      subject={file}
      title="Delete dataset"
      confirmLabel="Delete"
      action={deleteDataset(orgId)}
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
