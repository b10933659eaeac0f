import { NotFound } from '#web/ui/feedback/not-found.tsx';

export function Component() {
  return <NotFound />;
}
