import { type ClusterSize, managedFrom, managers } from '#infra/cluster-size.ts';
import { type Item, total } from '#shared/query-costs.ts';
import { prices } from './prices.ts';

export const hoursOfMonth = 730;

/** What a cluster costs in a month, used or not. Its snapshots and the traffic between its nodes cost nothing. */
export function clusterBill({ instance, nodes, diskGb }: ClusterSize): Item[] {
  const hourly = (type: keyof typeof prices.searchNodeHour, count: number) => ({
    what: `${count} nodes of ${type}`,
    usd: count * hoursOfMonth * prices.searchNodeHour[type],
  });
  const disks = {
    what: `${nodes * diskGb} GB of disk`,
    usd: nodes * diskGb * prices.searchDiskGbMonth,
  };
  const ofManagers = nodes >= managedFrom ? [hourly(managers.instance, managers.count)] : [];
  return [hourly(instance, nodes), disks, ...ofManagers];
}

/** The same together. */
export const clusterUsd = (size: ClusterSize): number => total(clusterBill(size));
