import * as z from 'zod';
import { logger } from '#core/runtime/log.ts';
import { getUser, listTeam, type UserRecord } from '#functions/people/index.ts';
import { type Departure, eraseAccount } from '../erase-account.ts';

/** What the line `erased` in the log of `erase-person` says. */
const request = z.object({
  /** Id of the account in the user pool, which is the key of the person's record. */
  account: z.string().min(1),
  /** `item_id` of the person. */
  user: z.string().min(1),
  /** The organization that ended with this person. */
  org: z.string().min(1).optional(),
});

type Logged = z.output<typeof request>;

/**
 * Erases a person again, whom a restore of the tables has brought back. May be repeated.
 * @returns `found`: whether the tables had the person; `without_admin`: the organization that goes on and has no admin
 *   any more, because the one who followed is not in the restored tables
 */
export async function handler(event: unknown) {
  const logged = request.parse(event);
  const record = await getUser(logged.account);
  if (record?.item_id !== logged.user) return { found: false };
  const departure = planDeparture(record, logged);
  await eraseAccount(record, departure, { passes: 1, repeated: true }, new Date());
  logger.info('erasure repeated', { ...logged });
  return { found: true, without_admin: await withoutAdmin(departure) };
}

/** The organization ends again if it ended then: everybody whom the restored tables list had left before. */
function planDeparture(user: UserRecord, { org }: Logged): Departure {
  const { org_id, role } = user;
  if (!org_id || !role) return { kind: 'alone' };
  const member = { ...user, org_id, role };
  if (org === org_id) return { kind: 'last', user: member, invited: [] };
  return { kind: 'leaves', user: member, heir: undefined };
}

async function withoutAdmin(departure: Departure): Promise<string | undefined> {
  if (departure.kind !== 'leaves') return undefined;
  const { org_id, auth_user_id } = departure.user;
  const admins = (await listTeam(org_id)).filter(
    (one) => one.role === 'admin' && one.email_verified && one.auth_user_id !== auth_user_id,
  );
  return admins.length === 0 ? org_id : undefined;
}
