import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FilePreview } from '#shared/contract/datasets.ts';
import { datasetPreviewQuery } from '#web/api/datasets.ts';
import { formatCount } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

type Estimate = FilePreview['build'];

/** What holds the rows of an index for searches. */
export const placeNames = {
  functions: 'In the search functions',
  cluster: 'On the search cluster',
} as const;

function aboutHowLong(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  return `about ${minutes < 120 ? formatCount(minutes, 'minute') : formatCount(Math.round(minutes / 60), 'hour')}`;
}

/** "about 12 minutes", and for staff what AWS charges. */
export function describeEstimate({ seconds, usd }: Estimate): string {
  const time = aboutHowLong(seconds);
  if (usd === undefined) return time;
  const price = usd < 0.01 ? 'less than 0.01' : `about ${usd.toFixed(2)}`;
  return `${time} (AWS charges ${price} USD; only staff see this)`;
}

/** A file that is too large for the installation. The build has the last word: rows are not counted yet. */
export function TooLarge() {
  return (
    <Notice kind="danger">
      This file is probably larger than this installation can search in good time. Build the index
      from fewer rows, or ask the operator of the installation for a search cluster.
    </Notice>
  );
}

/** How long the build of an index from a file will take. */
export function BuildEstimate({ datasetKey }: { datasetKey: string }) {
  const { data, isPending } = useQuery(datasetPreviewQuery(datasetKey));
  if (isPending) return <Text size="sm">Estimating how long it takes…</Text>;
  // A file without a preview may still be built with the settings that the index has.
  if (!data) return null;
  const { build } = data.file;
  if (build.place === 'nowhere') return <TooLarge />;
  return (
    <Text size="sm">
      It will be ready after {describeEstimate(build)}.
      {build.place === 'cluster' && ' The search cluster will hold it.'}
    </Text>
  );
}
