import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type ClusterSize, freeDiskShare } from '#infra/cluster-size.ts';
import type { ImpactAlarmProps } from '#infra/constructs/impact-alarm.ts';

const period = Duration.minutes(5);
const MB_PER_GB = 1024;

/**
 * The alarms that AWS recommends for a domain, as far as users notice what they tell.
 * https://docs.aws.amazon.com/opensearch-service/latest/developerguide/cloudwatch-alarms.html
 */
export function clusterAlarms(
  domainName: string,
  account: string,
  { diskGb }: Pick<ClusterSize, 'diskGb'>,
): ImpactAlarmProps[] {
  const metric = (metricName: string, statistic: 'Maximum' | 'Minimum' | 'Sum' = 'Maximum') =>
    new Metric({
      namespace: 'AWS/ES',
      metricName,
      dimensionsMap: { DomainName: domainName, ClientId: account },
      statistic,
      period,
    });
  /** Nodes count since they started. */
  const newOf = (metricName: string) =>
    new MathExpression({
      label: metricName,
      expression: 'DIFF(total)',
      usingMetrics: { total: metric(metricName, 'Sum') },
      period,
    });
  return [
    {
      name: 'cluster-red',
      impact:
        'Rows of an index on the cluster are on no node. Its searches get status 503 until they are back; other indexes work.',
      metric: metric('ClusterStatus.red'),
      above: 0,
    },
    {
      name: 'cluster-yellow',
      impact:
        'For an hour, rows on the cluster have been on one node only. Searches work; the loss of another node would stop them. Builds wait before they publish.',
      metric: metric('ClusterStatus.yellow'),
      above: 0,
      periods: 12,
    },
    {
      name: 'cluster-memory',
      impact:
        'A node has hardly any memory left. Searches of indexes on the cluster become slow, then get status 503; builds fail.',
      metric: metric('JVMMemoryPressure'),
      above: 92,
      periods: 3,
    },
    {
      name: 'cluster-searches-rejected',
      impact:
        'The cluster is asked more than it can answer. Searches of indexes on it get status 503, and callers are told to ask again.',
      metric: newOf('ThreadpoolSearchRejected'),
      above: 0,
      periods: 2,
    },
    {
      name: 'cluster-writes-rejected',
      impact:
        'The cluster cannot take rows as fast as builds send them. Builds slow down by themselves; they fail if it lasts.',
      metric: newOf('ThreadpoolWriteRejected'),
      above: 0,
      periods: 6,
    },
    {
      name: 'cluster-disk',
      impact: `A node has less than ${100 * freeDiskShare} % of its disk left. Searches work; soon, builds of indexes on the cluster fail.`,
      metric: new MathExpression({
        label: 'Disk in use, %',
        expression: `100 - 100 * free / ${diskGb * MB_PER_GB}`,
        usingMetrics: { free: metric('FreeStorageSpace', 'Minimum') },
        period,
      }),
      above: 100 - 100 * freeDiskShare,
    },
    {
      name: 'cluster-blocked',
      impact:
        'The cluster takes no rows: a disk is full, or memory has been short for half an hour. Searches work; builds of indexes on it fail.',
      metric: metric('ClusterIndexWritesBlocked'),
      above: 0,
    },
    {
      name: 'cluster-snapshots-failed',
      impact:
        'Users notice nothing. If the cluster lost data now, indexes on it would have to be built again. A red cluster cannot be saved.',
      metric: metric('AutomatedSnapshotFailure'),
      above: 0,
    },
  ];
}
