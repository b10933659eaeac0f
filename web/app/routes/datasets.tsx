import { useState } from 'react';
import { uploadedFileProblem } from '#shared/validation.ts';
import { datasetPageQuery } from '#web/api/datasets.ts';
import { startLoadingOf } from '#web/app/start-loading.ts';
import { CliUploadButton } from '#web/features/datasets/cli-upload-button.tsx';
import { DatasetTable } from '#web/features/datasets/dataset-table.tsx';
import { SeveralFilesModal } from '#web/features/datasets/several-files-modal.tsx';
import { SourceButton } from '#web/features/datasets/source-button.tsx';
import { Sources } from '#web/features/datasets/sources.tsx';
import { UploadButton } from '#web/features/datasets/upload-button.tsx';
import { UploadDropzone } from '#web/features/datasets/upload-dropzone.tsx';
import { UploadList } from '#web/features/datasets/upload-list.tsx';
import { useUploads } from '#web/features/datasets/use-uploads.ts';
import { SubscriptionGate } from '#web/features/subscription/subscription-gate.tsx';
import { Tour } from '#web/features/tours/tour.tsx';
import { firstPage } from '#web/lib/page-request.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { LeaveModal } from '#web/ui/form/leave-modal.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

export const loader = startLoadingOf((orgId) =>
  queryClient.prefetchQuery(datasetPageQuery(orgId, { ...firstPage(), sort: 'name' })),
);

export function Component() {
  const { uploads, start, retry, cancel, dismiss } = useUploads();
  const [several, setSeveral] = useState<readonly File[]>([]);
  const take = (files: readonly File[]) => {
    const { fit = [], refused = [] } = Object.groupBy(files, (file) =>
      uploadedFileProblem(file) ? 'refused' : 'fit',
    );
    // Only what can be uploaded can be one dataset. The others are told at once.
    start(refused);
    if (fit.length > 1) setSeveral(fit);
    else start(fit);
  };
  const uploadButton = <UploadButton onChoose={take} />;
  return (
    <SubscriptionGate>
      <PageHeader
        actions={
          <>
            <Tour name="dataset" />
            {uploadButton}
            <CliUploadButton />
            <SourceButton />
          </>
        }
      />
      <UploadDropzone onDrop={take} />
      <SeveralFilesModal
        files={several}
        onUpload={(files) => {
          setSeveral([]);
          start(files);
        }}
        onClose={() => setSeveral([])}
      />
      <UploadList uploads={uploads} onRetry={retry} onCancel={cancel} onDismiss={dismiss} />
      <DatasetTable uploadButton={uploadButton} />
      <Sources />
      <LeaveModal
        active={uploads.some(({ state }) => state === 'sending')}
        title="An upload is running"
        leaveLabel="Cancel the upload and leave"
      >
        Leaving this page cancels it.
      </LeaveModal>
    </SubscriptionGate>
  );
}
