import { Progress } from '@mantine/core';
import type { Index } from '#shared/contract/indexes.ts';
import classes from './index-status.module.css';

const stageNames: Record<Index['progress']['stage'], string> = {
  queued: 'Queued',
  planning: 'Reading the file',
  training: 'Training',
  indexing: 'Indexing',
  loading: 'Loading',
  publishing: 'Publishing',
  done: 'Done',
};

export function stageName({ progress }: Index): string {
  return stageNames[progress.stage];
}

interface IndexStatusProps {
  index: Index;
  /** Shows no progress. */
  brief?: boolean;
}

/** Status of an index as a dot and a word, with the progress of its first build. */
export function IndexStatus({ index, brief = false }: IndexStatusProps) {
  return (
    <span className={classes.status}>
      <span className={classes.word} data-status={index.status}>
        {index.status}
      </span>
      {index.status === 'Processing' && !brief && (
        <span className={classes.progress}>
          <Progress
            value={index.progress.percent}
            size={4}
            aria-label={`Build of ${index.name}`}
            className={classes.bar}
          />
          <span className="tabular">{Math.floor(index.progress.percent)} %</span>
        </span>
      )}
    </span>
  );
}
