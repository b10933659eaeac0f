import { giveBackOfDay, takeOfDay } from '#functions/indexes/index.ts';
import { type ApiKeyPrincipal, dayOf } from '#functions/search/index.ts';
import { ProductError } from '#shared/errors.ts';

/**
 * Takes searches from the day's budgets of a key and a token. A file that fails later does not give them back.
 * @throws ProductError `QuotaExceeded`
 */
export async function takeOfBudgets({ budgets }: ApiKeyPrincipal, queries: number, now: Date) {
  for (const { id, queries: most } of queries > 0 ? budgets : []) {
    const left = await takeOfDay(id, queries, most, dayOf(now), now.getTime());
    if (left !== undefined) continue;
    throw new ProductError(
      'QuotaExceeded',
      `This takes ${queries} more searches, and this key has fewer left today. There are new ones after midnight UTC.`,
    );
  }
}

export async function giveBackToBudgets({ budgets }: ApiKeyPrincipal, queries: number, now: Date) {
  for (const { id } of queries > 0 ? budgets : []) await giveBackOfDay(id, queries, dayOf(now));
}
