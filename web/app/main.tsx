import '#web/ui/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { Providers } from './providers.tsx';
import { router } from './router.ts';
import { watchSession } from './watch-session.ts';

watchSession(router);

const root = document.getElementById('root')!;
// A page rendered at build time stays until the same can take its place.
if (root.hasChildNodes() && !router.state.initialized) {
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
