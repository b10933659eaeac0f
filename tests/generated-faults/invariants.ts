/** What holds after any failures, over all tables, buckets, and queues of the stack. */
import { isCatalog } from '#shared/catalogs.ts';
import { orphans } from './orphans.ts';
import { type Item, readItems, readKeys, waitingMessages } from './stored.ts';
import { brokenBilling } from './stripe-invariants.ts';

const ended = ['completed', 'failed', 'cancelled', 'expired', 'requires_action'];

/** Everything that does not hold, in words. */
export async function brokenInvariants(): Promise<string[]> {
  const items = await readItems();
  const keys = await readKeys();
  const objects = new Set(keys);
  const withKey = (start: string) => items.filter(({ pk }) => String(pk).startsWith(start));
  const broken: string[] = [];
  const claim = (holds: boolean, what: string) => {
    if (!holds) broken.push(what);
  };

  const indexes = withKey('INDEX#').filter(({ sk }) => sk === 'INDEX');
  for (const { item_id, build_started_at, manifest_key, failure, rows } of indexes) {
    claim(
      !(failure && isCatalog(String(item_id))),
      `the catalogue ${item_id} was not built: ${failure}`,
    );
    claim(!build_started_at, `the build of ${item_id} is stuck`);
    claim(Boolean(manifest_key || failure), `${item_id} neither serves nor failed`);
    if (!manifest_key) continue;
    claim(objects.has(String(manifest_key)), `${item_id} serves ${manifest_key}, which is missing`);
    claim(Number(rows) > 0, `${item_id} serves no rows`);
  }
  for (const { pk, sk: indexId, keys_count } of withKey('KEYCOUNT#')) {
    const orgId = String(pk).slice('KEYCOUNT#'.length);
    const ofBoth = (item: Item) => item.index_id === indexId && item.org_id === orgId;
    const keys = withKey('KEYS#').filter(ofBoth).length;
    // Those of sessions end by themselves.
    const hashes = withKey('KEYHASH#').filter((item) => ofBoth(item) && !item.session).length;
    const told = `${orgId} has ${keys} keys of ${indexId}, ${hashes} that work, and counts ${keys_count}`;
    claim(keys === keys_count && hashes === keys_count, told);
  }
  for (const { run_id, status } of withKey('THREAD#').filter(({ sk }) =>
    String(sk).startsWith('RUN#'),
  )) {
    claim(ended.includes(String(status)), `the run ${run_id} is still ${status}`);
  }
  for (const { pk, sk, status } of withKey('REPORT#').filter((item) => item.worker)) {
    claim(status !== 'making', `the report ${pk} ${sk} is still being made`);
  }
  // One that its address's owner has not confirmed waits for them.
  for (const { pk, email } of withKey('REQUESTS#').filter(({ unconfirmed }) => !unconfirmed))
    broken.push(`${email} still waits for ${pk}`);
  for (const { queue, body } of waitingMessages()) broken.push(`${queue} still holds ${body}`);
  return [...broken, ...orphans(items, keys), ...brokenBilling(items)];
}
