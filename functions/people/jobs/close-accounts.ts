import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { metrics } from '#core/runtime/log.ts';
import { closeAccount } from '../close-account.ts';
import { listClosing } from '../closing-accounts.ts';

/** Deletes the accounts whose deletion failed when their records were deleted, and counts those that stay. */
export async function handler(): Promise<void> {
  let open = 0;
  for (const authUserId of await listClosing()) {
    if (!(await closeAccount(authUserId))) open++;
  }
  metrics.addMetric('openAccounts', MetricUnit.Count, open);
  metrics.publishStoredMetrics();
}
