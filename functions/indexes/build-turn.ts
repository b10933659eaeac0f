import { setting } from '#core/runtime/config.ts';
import { catalogOwner, countOlderBuilds, type IndexRecord } from './indexes.ts';

/** So many builds of the organization run already. The workflow asks again later. */
export class NotYourTurnError extends Error {
  override readonly name = 'NotYourTurnError';
}

/**
 * Lets the oldest builds of an organization begin, `BUILDS_AT_ONCE` of them. Each build finds out by itself from the list of running
 * builds, so no counter can be wrong after a crash. Builds of catalogues always have their turn: the operator starts them.
 *
 * @param record of a build that has not begun
 * @throws NotYourTurnError
 */
export async function requireTurn(record: IndexRecord): Promise<void> {
  if (record.org_id === catalogOwner || !record.build_started_at) return;
  const older = await countOlderBuilds(record.org_id, record.build_started_at);
  if (older >= Number(setting('BUILDS_AT_ONCE'))) throw new NotYourTurnError();
}
