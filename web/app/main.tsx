import '#web/ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { mayHaveSession } from '#web/lib/auth/token.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { Providers } from './providers.tsx';
import { router } from './router.ts';
import { watchSession } from './watch-session.ts';

watchSession(router);

const root = document.getElementById('root')!;
// A page rendered at build time stays until the same can take its place, with what its loader has asked for. People who
// may be signed in do not see it.
if (root.hasChildNodes() && !mayHaveSession()) {
  await until(
    (listen) => router.subscribe(listen),
    () => router.state.initialized,
  );
  await until(
    (listen) => queryClient.getQueryCache().subscribe(listen),
    () => queryClient.isFetching() === 0,
  );
}

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

/** Waits until something that tells of its changes is so. */
function until(subscribe: (listen: () => void) => () => void, isSo: () => boolean) {
  return new Promise<void>((resolve) => {
    const check = () => {
      if (!isSo()) return;
      stop();
      resolve();
    };
    const stop = subscribe(check);
    check();
  });
}
