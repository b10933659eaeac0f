import { Anchor, Button, Progress } from '@mantine/core';
import { Link } from 'react-router-dom';
import { formatBytes } from '#shared/limits.ts';
import { CsvHint } from './csv-hint.tsx';
import classes from './upload-list.module.css';
import type { Upload } from './uploads-reducer.ts';

interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onCancel: (upload: Upload) => void;
  onDismiss: (upload: Upload) => void;
}

const percentOf = ({ sentBytes, file }: Upload) =>
  file.size === 0 ? 100 : Math.floor((100 * sentBytes) / file.size);

/** The wizard with this dataset chosen. */
const wizardPath = (name: string) => `/index/create?${new URLSearchParams({ dataset: name })}`;

/** State and actions of each upload. */
export function UploadList({ uploads, onRetry, onCancel, onDismiss }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map((upload) => (
        <li key={upload.id} className={classes.item}>
          <span className={classes.name}>{upload.file.name}</span>
          <UploadState upload={upload} />
          <span className={classes.actions}>
            {upload.state === 'sending' && (
              <Button size="compact-sm" variant="default" onClick={() => onCancel(upload)}>
                Cancel
              </Button>
            )}
            {(upload.state === 'failed' || upload.state === 'cancelled') && (
              <Button size="compact-sm" variant="default" onClick={() => onRetry(upload)}>
                Retry
              </Button>
            )}
            {upload.state !== 'sending' && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Dismiss ${upload.file.name}`}
                onClick={() => onDismiss(upload)}
              >
                Dismiss
              </Button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function UploadState({ upload }: { upload: Upload }) {
  switch (upload.state) {
    case 'sending':
      return (
        <span className={classes.state}>
          <Progress
            value={percentOf(upload)}
            size={4}
            aria-label={`Upload of ${upload.file.name}`}
            className={classes.progress}
          />
          <span className="tabular">
            {formatBytes(upload.sentBytes)} of {formatBytes(upload.file.size)}
          </span>
        </span>
      );
    case 'done':
      return (
        <span className={classes.state} role="status">
          Uploaded.{' '}
          <Anchor component={Link} to={wizardPath(upload.file.name)} inherit>
            Create an index from it
          </Anchor>
        </span>
      );
    case 'cancelled':
      return <span className={classes.state}>Cancelled</span>;
    default:
      return (
        <span className={classes.problem} role="alert">
          {upload.problem}
          <CsvHint problem={upload.problem} />
        </span>
      );
  }
}
