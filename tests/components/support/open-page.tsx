import '#web/ui/theme/styles.css';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { render } from 'vitest-browser-react';
import type { User } from '#shared/contract/users.ts';
import { Providers } from '#web/app/providers.tsx';
import { routes } from '#web/app/route-table.tsx';
import { watchSession } from '#web/app/watch-session.ts';
import { type Session, sessionQuery } from '#web/lib/auth/session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answer, sampleOf, startServer } from './server.ts';

const router = createBrowserRouter(routes);
watchSession(router, Promise.resolve());

// Tests of failures need not wait between the tries of a query.
const { queries, ...others } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });

const sample = sampleOf('get-user');

/** The person who is signed in. The switches of their organization are off. */
export const person: User = {
  ...sample,
  full_name: 'Ada Byron',
  email_verified: true,
  org_id: 'org_1',
  role: 'admin',
  subscription: undefined,
  lacks_second_factor: undefined,
  organization: {
    ...sample.organization!,
    confidential_queries: false,
    second_factor_required: false,
  },
};

/** Replaces the network by a new server; nobody is signed in. */
export function visit(): void {
  startServer();
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Replaces the network by a new server; somebody is signed in. */
export function signIn(): void {
  visit();
  const session: Session = {
    fullName: person.full_name,
    email: person.email,
    authUserId: person.auth_user_id,
  };
  queryClient.setQueryData(sessionQuery.queryKey, session);
  answer('get-user', { output: person });
}

/** Opens an address of the real app, with the server replaced. */
export async function openPage(path: string) {
  await router.navigate(path);
  // As in the real page, the app comes before the dialogs, whose element an earlier test leaves behind. With a link of a
  // dialog before it, axe takes the link to the main content for an ordinary one outside of all landmarks.
  const container = document.createElement('div');
  document.body.prepend(container);
  return render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
    { container },
  );
}
