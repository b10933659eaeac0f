import '#web/ui/theme/styles.css';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { mayHaveSession } from '#web/lib/auth/stored-session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { Providers } from './providers.tsx';
import { routes } from './route-table.tsx';
import { watchSession } from './watch-session.ts';

void start();

/**
 * People may be reading the page rendered at build time. So running the modules, beginning to load the page and rendering it
 * are tasks of their own. No module waits at its top level: those of pages are in the same file, and would wait for it.
 */
async function start() {
  await nextTask();
  const router = createBrowserRouter(routes);
  let tellShown = () => {};
  watchSession(
    router,
    new Promise((resolve) => {
      tellShown = resolve;
    }),
  );
  const root = document.getElementById('root')!;
  const showApp = () =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
          <Shown onShown={tellShown} />
        </Providers>
      </StrictMode>,
    );
  if (!root.hasChildNodes()) return showApp();
  // What the document shows stays until the app can render the page: that of visitors with its data, which is in the
  // document, too. Members see the place of the page there.
  await until(
    (listen) => router.subscribe(listen),
    () => router.state.initialized,
  );
  if (!mayHaveSession()) {
    await until(
      (listen) => queryClient.getQueryCache().subscribe(listen),
      () => queryClient.isFetching() === 0,
    );
  }
  // A transition is rendered in slices. `RouterProvider` misses what happens in the router between its first slice and
  // its last, so nothing may be loading.
  startTransition(showApp);
}

/** Its effect runs after that in which `RouterProvider` begins to listen to the router. */
function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown]);
  return null;
}

/** Ends the task: the browser can paint and answer people. */
function nextTask() {
  return new Promise<void>((resolve) => setTimeout(resolve));
}

/** Waits until a condition holds. It is checked on each change. */
function until(subscribe: (listen: () => void) => () => void, condition: () => boolean) {
  return new Promise<void>((resolve) => {
    const check = () => {
      if (!condition()) return;
      stop();
      resolve();
    };
    const stop = subscribe(check);
    check();
  });
}
