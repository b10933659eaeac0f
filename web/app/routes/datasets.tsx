import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { DatasetTable } from '#web/features/datasets/dataset-table.tsx';
import { LeaveUploadModal } from '#web/features/datasets/leave-upload-modal.tsx';
import { UploadDropzone } from '#web/features/datasets/upload-dropzone.tsx';
import { UploadList } from '#web/features/datasets/upload-list.tsx';
import { useUploads } from '#web/features/datasets/use-uploads.ts';
import { PageHeader } from '#web/ui/page-header.tsx';

export function Component() {
  const { uploads, start, retry, cancel, dismiss } = useUploads();
  const uploadButton = (
    <FileButton multiple accept=".csv,text/csv" onChange={start}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={16} stroke={1.6} />}>
          CSV Upload
        </Button>
      )}
    </FileButton>
  );
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
