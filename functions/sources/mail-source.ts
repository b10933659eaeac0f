import { fileNameOf } from '#functions/datasets/index.ts';
import { enqueueMail } from '#functions/mail/index.ts';
import type { SourceRecord } from './sources.ts';

/** Tells the person for whom a dataset is fetched that it could not be. Of one fetch, one mail is sent. */
export const mailFailure = (
  { fetch_id, file_key, next_at }: SourceRecord,
  to: string,
  problem: string,
  stopped: boolean,
): Promise<void> =>
  enqueueMail({
    template: 'source-failed',
    dedupeKey: `source/${fetch_id}`,
    to,
    data: {
      dataset: fileNameOf(file_key),
      problem,
      stopped,
      ...(!stopped && next_at !== undefined && { nextAt: next_at }),
    },
  });
