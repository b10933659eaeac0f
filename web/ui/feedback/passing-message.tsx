import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { limits } from '#shared/limits.ts';

async function loadLibrary() {
  const [library] = await Promise.all([
    import('@mantine/notifications'),
    import('./passing-message.css'),
  ]);
  return library;
}

let isNeeded = false;
const listeners = new Set<() => void>();

/** Messages come after something was done, so their code is loaded with the first. */
function load() {
  isNeeded = true;
  for (const listen of listeners) listen();
  return loadLibrary();
}

function subscribe(listen: () => void) {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

const Notifications = lazy(async () => ({ default: (await loadLibrary()).Notifications }));

/** Where passing messages appear: once, in the layout. */
export function PassingMessages() {
  const isShown = useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  );
  return isShown ? (
    <Suspense>
      <Notifications position="bottom-center" limit={3} />
    </Suspense>
  ) : null;
}

/**
 * Reports a success and disappears after 3 seconds. Screen readers announce it politely. A link in it is a short way, and never
 * the only one.
 */
export async function showMessage(message: ReactNode): Promise<void> {
  const { notifications } = await load();
  notifications.show({
    message,
    autoClose: limits.messageClearMs,
    role: 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/**
 * Says how far something is that goes on in the background, on every page, until it ends.
 * @param onStop called when somebody closes the message before
 * @param closeLabel what closing it does
 */
export async function showProgress(onStop: () => void, closeLabel = 'Stop') {
  const { notifications } = await load();
  let hasEnded = false;
  const shown = {
    loading: true,
    autoClose: false as const,
    role: 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': closeLabel },
    onClose: () => {
      if (!hasEnded) onStop();
    },
  };
  const id = notifications.show({ ...shown, message: '…' });
  return {
    tell: (message: string) => notifications.update({ ...shown, id, message }),
    end: () => {
      hasEnded = true;
      notifications.hide(id);
    },
  };
}
