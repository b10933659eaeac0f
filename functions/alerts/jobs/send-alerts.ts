import { logger, noteFailed } from '#core/runtime/log.ts';
import { getIndex, versionOf } from '#functions/indexes/index.ts';
import { runAlert } from '../run-alert.ts';
import { dueAlerts } from '../saved-searches.ts';

/** Well below the 15 minutes that a function has, and after which this one runs again. */
const longestMs = 600_000;

/**
 * Runs the alerts that are due: those of a time, and those whose index may have a new version. A failure of one stops no
 * other; it stays due, as does what this run has no time for.
 */
export async function handler(): Promise<void> {
  const now = new Date();
  const due = [
    ...(await dueAlerts('delivery', now)),
    ...(await dueAlerts('daily', now)),
    ...(await dueAlerts('weekly', now)),
  ];
  const counts: Record<string, number> = { failed: 0 };
  const hasTime = () => Date.now() - now.getTime() < longestMs;
  // Index after index, so that each is opened once.
  for (const [indexId, alerts] of Map.groupBy(due, ({ index_id }) => index_id)) {
    const index = await getIndex(indexId);
    const version = index && versionOf(index);
    for (const alert of alerts) {
      const waits = alert.frequency === 'delivery' && index !== undefined;
      if (waits && version === alert.version) continue;
      if (!hasTime()) break;
      try {
        const outcome = await runAlert(alert, index, now);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      } catch (error) {
        counts.failed! += 1;
        logger.error('alert failed', {
          alert: alert.search_id,
          index: indexId,
          error: error as Error,
        });
      }
    }
  }
  logger.info('alerts run', { due: due.length, ...counts });
  noteFailed('alerts', counts.failed);
}
