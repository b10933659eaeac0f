import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { sessionQuery } from '#web/lib/auth/session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { returnPath, signInPath } from '#web/lib/return-path.ts';

/** Private routes: signed-in people only. */
export async function privateOnly({ request }: LoaderFunctionArgs) {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(signInPath(pathname + search));
}

/** Routes of the admin portal: the provider's staff only. Who is not signed in is `privateOnly`'s. */
export async function staffOnly() {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (!session) return null;
  // Public pages share this file, and need not load what knows of accounts.
  const { userQuery } = await import('#web/api/user.ts');
  const user = await queryClient.ensureQueryData(userQuery);
  return user.foretheta_admin ? null : redirect('/index');
}

/** Public-only routes: redirects people who are signed in. */
export async function publicOnly({ request }: LoaderFunctionArgs) {
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
  if (!session) return null;
  return redirect(returnPath(new URL(request.url).searchParams));
}

/**
 * Mixed routes: tells whether somebody is signed in. If that cannot be found out, nobody is. What the
 * loader said holds until the page is left, so that signing out does not show it to a visitor for a moment.
 */
export async function authorizeFlag(): Promise<boolean> {
  return Boolean(await queryClient.ensureQueryData(sessionQuery).catch(() => null));
}
