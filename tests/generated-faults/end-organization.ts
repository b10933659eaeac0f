import { saveItems } from '#tests/api/support/stores.ts';
import { type Journey, renewed } from './journey.ts';
import { invoke } from './operate.ts';
import { retryStep } from './retry-step.ts';
import { readItems, readKeys } from './stored.ts';

/**
 * The organization ends with its last member.
 * @returns what an operator does later: a restore of the tables brings all of it back, and the erasure is repeated
 */
export async function endOrganization(journey: Journey): Promise<() => Promise<void>> {
  const { call, authUserId, email, orgId } = await renewed(journey.admin);
  const { item_id: user } = await retryStep(() => call('get-user', { query: {} }));
  const restore = await saveItems([orgId, authUserId, email]);
  await retryStep<unknown>(
    () =>
      call('erase-user', {
        body: { auth_user_id: authUserId, email, erase_organization: true },
      }),
    // A try that failed after it had deleted the record: the queue's job does the rest.
    { UserNotFound: async () => undefined },
  );
  return async () => {
    await restore();
    await invoke('repeat-erasure', { account: authUserId, user, org: orgId });
  };
}

/**
 * What says that an organization has ended, builds that an hour later removes, and what expires in a week: uploads, and
 * reports to other addresses that their owners have not confirmed.
 */
const expected = /SUPERSEDED#|AUDIT#ERASED|UPLOAD#|"unconfirmed":true/;

/** Everything else that is left of it. */
export async function tracesOf({ admin }: Journey): Promise<string[]> {
  const lines = [...(await readItems()).map((item) => JSON.stringify(item)), ...(await readKeys())];
  return lines
    .filter((line) => [admin.orgId, admin.authUserId, admin.email].some((id) => line.includes(id)))
    .filter((line) => !expected.test(line))
    .map((line) => `left of an organization that has ended: ${line}`);
}
