import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { formatBytes } from '#shared/limits.ts';
import type { Reading } from '#shared/reading.ts';
import {
  type DatasetPreview,
  datasetPreviewQuery,
  fileName,
  isCatalogFile,
  previewFailureTitle,
} from '#web/api/datasets.ts';
import { formatCount } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { FileReading } from '#web/ui/form/file-reading.tsx';
import { SampleTable } from '#web/ui/table/sample-table.tsx';
import classes from './preview-modal.module.css';

/** More rows than anybody reads in a preview; the rest would only slow the page down. */
const rowsShown = 100;

/** Characters of a cell that is running text. */
const longCell = 80;

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
  return (
    <Loaded
      query={preview}
      failure={previewFailureTitle(preview.error)}
      skeleton={{ shape: 'table', lines: 6, label: 'Loading preview' }}
    >
      {(data) => (
        <Rows
          file={file}
          preview={data}
          onChange={(change) => setReading({ ...reading, ...change })}
        />
      )}
    </Loaded>
  );
}

interface RowsProps {
  file: DatasetFile;
  preview: DatasetPreview;
  onChange: ComponentProps<typeof FileReading>['onChange'];
}

function Rows({ file, preview, onChange }: RowsProps) {
  const { columns, rows, sizeBytes, file: read } = preview;
  if (columns.length === 0) {
    return <EmptyState title="This file is empty">It has no header line and no rows.</EmptyState>;
  }
  const visible = rows.slice(0, rowsShown);
  return (
    <>
      <p className={classes.note}>
        First {formatCount(visible.length, 'row')} · {formatCount(columns.length, 'column')} ·{' '}
        {isCatalogFile(file)
          ? `Sample of ${formatBytes(sizeBytes)}; the full catalog has ${formatBytes(file.Size)}`
          : formatBytes(sizeBytes)}
      </p>
      <FileReading file={read} onChange={onChange} />
      <SampleTable
        label="Rows of the file"
        columns={columns.map((name, position) => ({
          name,
          wide: visible.some((row) => (row[position]?.length ?? 0) > longCell),
        }))}
        rows={visible}
      />
    </>
  );
}
