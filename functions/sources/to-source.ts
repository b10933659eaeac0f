import { fileNameOf } from '#functions/datasets/index.ts';
import type { DatasetSource } from '#shared/contract/sources.ts';
import type { SourceRecord } from './sources.ts';

/** The query of an address may be a secret, as of a signed link. */
function placeOf({ url, s3, datasets }: SourceRecord): string {
  if (datasets) return datasets.map(fileNameOf).join(', ');
  if (s3) return `s3://${s3.bucket}/${s3.key ?? `${s3.prefix}*`}`;
  const { origin, pathname, search } = new URL(url!);
  return `${origin}${pathname}${search && '?…'}`;
}

function kindOf({ s3, datasets }: SourceRecord): DatasetSource['kind'] {
  if (datasets) return 'datasets';
  return s3 ? 's3' : 'url';
}

export function toSource(record: SourceRecord): DatasetSource {
  const { work } = record;
  const isFetching = record.state === 'fetching';
  return {
    source_id: record.source_id,
    dataset_id: record.file_key,
    dataset_name: fileNameOf(record.file_key),
    from: placeOf(record),
    kind: kindOf(record),
    datasets: record.datasets,
    every: record.every,
    rebuilds: record.rebuilds,
    state: record.state,
    problem: record.problem,
    failures: record.failures,
    author: record.author,
    created_at: record.created_at,
    fetched_bytes: isFetching ? (work?.bytes ?? 0) : undefined,
    total_bytes: isFetching ? work?.total : undefined,
    checked_at: record.checked_at,
    changed_at: record.changed_at,
    next_at: record.next_at,
  };
}
