import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { logger, metrics, noteFailed } from '#core/runtime/log.ts';
import type { OrganizationRecord } from '#functions/people/index.ts';
import { reconcileOrganization } from '../reconcile-organization.ts';
import { getProgress, listOrganizations, putProgress } from '../reconciliation.ts';

/** The provider takes 100 calls a second in all; four are made for an organization, one after the other. */
const atOnce = 8;
/** Well below the 15 minutes that a function has, and after which this one runs again. */
const longestMs = 600_000;

/**
 * Compares the billing of every organization with the provider's state once a day. It runs every quarter of
 * an hour and continues where the last run ended, until all have been compared. A failure for one
 * organization does not stop the others.
 */
export async function handler(): Promise<void> {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const progress = await getProgress();
  if (progress?.day === today && !progress.next) return;
  const day = progress?.next ? progress.day : today;
  const counts = { compared: 0, drifted: 0, failed: 0 };
  let start = progress?.next;
  do {
    const page = await listOrganizations(start);
    await reconcileAll(page.organizations, now, counts);
    start = page.next;
    await putProgress({ day, next: start });
  } while (start && Date.now() - now.getTime() < longestMs);
  logger.info('billing reconciled', counts);
  metrics.addMetric('billingDrift', MetricUnit.Count, counts.drifted);
  metrics.publishStoredMetrics();
  noteFailed('payments', counts.failed);
}

async function reconcileAll(
  organizations: readonly OrganizationRecord[],
  now: Date,
  counts: { compared: number; drifted: number; failed: number },
): Promise<void> {
  const waiting = organizations.values();
  const work = async () => {
    for (const organization of waiting) {
      counts.compared++;
      try {
        if (await reconcileOrganization(organization, now)) counts.drifted++;
      } catch (error) {
        counts.failed++;
        logger.error('billing not reconciled', {
          org: organization.item_id,
          error: error as Error,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
