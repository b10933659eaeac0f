import { publicOrigin, setting } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import { readCanarySecret } from '#core/storage/secrets.ts';

/** A customer's program would have given up. */
const patienceMs = 15_000;

/**
 * The canary: makes a search as a customer's program does, by the public address, with a key of its own. Throws where that
 * does not find anything; an alarm counts these errors.
 */
export async function handler(): Promise<void> {
  const { apiKey } = await readCanarySecret();
  if (!apiKey) throw new Error('The canary has no key yet: see "Canary" in docs/operating.md');
  const startedAt = performance.now();
  const answer = await fetch(`${publicOrigin()}/api/v1/indexes/${setting('CANARY_INDEX')}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({
      request: { conceptFeaturesString: setting('CANARY_TEXT'), maxNumItems: 1 },
    }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await answer.text();
  const elapsedMs = Math.round(performance.now() - startedAt);
  if (answer.status !== 200) throw new Error(`Status ${answer.status}: ${text.slice(0, 300)}`);
  const { foundItems } = JSON.parse(text) as { foundItems: unknown[] };
  if (foundItems.length === 0) throw new Error('The search found nothing');
  logger.info('canary search', { elapsedMs });
}
