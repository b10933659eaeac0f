import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { loadConfig } from '#web/lib/config.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { returnPath, signInPath } from '#web/lib/return-path.ts';

/** Private routes: signed-in people only. */
async function privateOnly({ request }: LoaderFunctionArgs) {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(signInPath(pathname + search));
}

/** Routes of the admin portal: the provider's staff only. Visitors are left to `privateOnly`. */
async function staffOnly() {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (!session) return null;
  // Public pages share this file and need no code for accounts.
  const { userQuery } = await import('#web/api/user.ts');
  const user = await queryClient.ensureQueryData(userQuery);
  return user.foretheta_admin ? null : redirect('/index');
}

/** Public-only routes: people who are signed in are redirected. */
async function publicOnly({ request }: LoaderFunctionArgs) {
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
  if (!session) return null;
  return redirect(returnPath(new URL(request.url).searchParams));
}

/**
 * Mixed routes: whether somebody is signed in; `false` if that cannot be found out. The value stays until the page is
 * left, so that a sign-out does not show the visitors' version for a moment.
 */
export async function authorizeFlag(): Promise<boolean> {
  return Boolean(await queryClient.ensureQueryData(sessionQuery).catch(() => null));
}

/** Who may see a route, as its handle says, and the loader that sends others away. */
export const guards = {
  'public-only': publicOnly,
  private: privateOnly,
  staff: staffOnly,
  mixed: authorizeFlag,
};

export type Access = keyof typeof guards;

/** The blog is a site of its own. */
export async function leadToBlog() {
  const { blogUrl } = await loadConfig();
  return redirect(blogUrl);
}
