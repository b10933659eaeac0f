import { NotFound } from '#web/ui/not-found.tsx';
import { PlainLayout } from '../layouts/plain-layout.tsx';

export function Component() {
  return (
    <PlainLayout>
      <NotFound />
    </PlainLayout>
  );
}
