import { NotFound } from '#web/ui/not-found.tsx';

export function Component() {
  return <NotFound />;
}
