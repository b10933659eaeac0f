import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { formatBytes } from '#shared/limits.ts';
import type { Reading } from '#shared/reading.ts';
import {
  datasetPreviewQuery,
  fileName,
  isCatalogFile,
  previewFailureTitle,
} from '#web/api/datasets.ts';
import { formatCount } from '#web/lib/format.ts';
import { ContentSkeleton } from '#web/ui/content-skeleton.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { FileReading } from '#web/ui/file-reading.tsx';
import { SampleTable } from '#web/ui/sample-table.tsx';
import classes from './preview-modal.module.css';

/** More rows than anybody reads in a preview; the rest would only slow the page down. */
const rowsShown = 100;

interface PreviewModalProps {
  file: DatasetFile | undefined;
  onClose: () => void;
}

/** The first rows of a file as a table. Cells are shown as plain text. */
export function PreviewModal({ file, onClose }: PreviewModalProps) {
  return (
    <Modal
      opened={file !== undefined}
      onClose={onClose}
      size="90rem"
      title={file && fileName(file.Key)}
    >
      {file && <Preview file={file} />}
    </Modal>
  );
}

function Preview({ file }: { file: DatasetFile }) {
  const [reading, setReading] = useState<Reading>({});
  const preview = useQuery(datasetPreviewQuery(file.Key, reading));
  if (preview.isError) {
    return (
      <ErrorPanel
        title={previewFailureTitle(preview.error)}
        error={preview.error}
        onRetry={() => void preview.refetch()}
      />
    );
  }
  if (!preview.data) return <ContentSkeleton shape="table" lines={6} label="Loading preview" />;
  const { columns, rows, sizeBytes, file: read } = preview.data;
  if (columns.length === 0) {
    return <EmptyState title="This file is empty">It has no header line and no rows.</EmptyState>;
  }
  const visible = rows.slice(0, rowsShown);
  return (
    <>
      <p className={classes.note}>
        First {formatCount(visible.length, 'row')} · {formatCount(columns.length, 'column')} ·{' '}
        {isCatalogFile(file)
          ? `Sample of ${formatBytes(sizeBytes)}; the full catalogue has ${formatBytes(file.Size)}`
          : formatBytes(sizeBytes)}
      </p>
      <FileReading file={read} onChange={(change) => setReading({ ...reading, ...change })} />
      <SampleTable
        label="Rows of the file"
        columns={columns.map((name) => ({ name }))}
        rows={visible}
      />
    </>
  );
}
