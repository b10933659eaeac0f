import { DatasetTable } from '#web/features/datasets/dataset-table.tsx';
import { LeaveUploadModal } from '#web/features/datasets/leave-upload-modal.tsx';
import { UploadButton } from '#web/features/datasets/upload-button.tsx';
import { UploadDropzone } from '#web/features/datasets/upload-dropzone.tsx';
import { UploadList } from '#web/features/datasets/upload-list.tsx';
import { useUploads } from '#web/features/datasets/use-uploads.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  const { uploads, start, retry, cancel, dismiss } = useUploads();
  const uploadButton = <UploadButton onChoose={start} />;
  return (
    <>
      <PageHeader
        title="Dataset"
        description="CSV files of your organization. Drop files anywhere on this page to upload them."
        actions={uploadButton}
      />
      <UploadDropzone onDrop={start} />
      <UploadList uploads={uploads} onRetry={retry} onCancel={cancel} onDismiss={dismiss} />
      <DatasetTable uploadButton={uploadButton} />
      <LeaveUploadModal active={uploads.some(({ state }) => state === 'sending')} />
    </>
  );
}
