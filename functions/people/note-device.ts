import { isAllowed } from '#core/request/require-attempt.ts';
import type { UserPrincipal } from './principal.ts';
import { addDevice } from './sessions.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Tells a person by mail that they are signed in with a device that was not seen before. The first one is not news. And tells
 * them at the address that they signed up with that the user pool has another one now: who has a session can set it.
 * @param device what the page keeps in the browser; without it the network stands for the device
 */
export async function noteDevice(
  { authUserId, email, network, sessions, user }: UserPrincipal,
  device: string | undefined,
): Promise<void> {
  const isNew = await addDevice(authUserId, device ?? `network ${network}`, sessions);
  if (isNew && (await isAllowed('device_notice', authUserId, new Date()))) {
    await tellOwner(user.email, 'new-device');
  }
  if (email === user.email) return;
  const isChanged = await addDevice(authUserId, `address ${email}`, sessions);
  if (isChanged) await tellOwner(user.email, 'address-changed');
}
