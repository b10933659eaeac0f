import type { Page } from '@playwright/test';
import { createClient } from '#shared/client.ts';

/** Calls of the API by the person who is signed in on a page, and who that is. */
export async function memberOf(page: Pick<Page, 'evaluate'>) {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith('.idToken'))!;
    return localStorage.getItem(key)!;
  });
  const call = createClient({
    baseUrl: process.env.E2E_ORIGIN!,
    fetch: (url, init) => fetch(url, init as RequestInit),
    getToken: async () => token,
  });
  const user = await call('get-user', { query: {} });
  return { call, orgId: user.org_id!, authUserId: user.auth_user_id, email: user.email };
}
