import { PlainLayout } from '#web/app/layouts/plain-layout.tsx';
import { NotFound } from '#web/ui/not-found.tsx';

export function Component() {
  return (
    <PlainLayout>
      <NotFound />
    </PlainLayout>
  );
}
