import type { SQSEvent } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { claimExport } from '../export-work.ts';
import { removeExportedSearch } from '../exports-bucket.ts';
import { mailExport } from '../mail-export.ts';
import { getSearchExport, type SearchExportRecord } from '../search-exports.ts';
import { handler } from './write-export.ts';

vi.mock('../export-work.ts');
vi.mock('../exports-bucket.ts');
vi.mock('../mail-export.ts');
vi.mock('../search-exports.ts');

const message = { messageId: 'm1', body: JSON.stringify({ org_id: 'org_1', export_id: 'exp_1' }) };

test.each([
  ['ready', 1],
  ['failed', 1],
  ['writing', 0],
] as const)(
  'of an export that is %s, a later message repeats what follows its end: %i',
  async (status, times) => {
    vi.clearAllMocks();
    vi.mocked(claimExport).mockResolvedValue(undefined);
    const record = { org_id: 'org_1', export_id: 'exp_1', status } as SearchExportRecord;
    vi.mocked(getSearchExport).mockResolvedValue(record);
    const { batchItemFailures } = await handler({ Records: [message] } as SQSEvent);
    expect(batchItemFailures).toEqual([]);
    expect(removeExportedSearch).toHaveBeenCalledTimes(times);
    expect(mailExport).toHaveBeenCalledTimes(times);
  },
);
