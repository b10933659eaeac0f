import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Addable } from '#web/api/projects.ts';

/** Only people who add something need its code. */
const AddToProject = lazy(async () => ({
  default: (await import('./add-to-project.tsx')).AddToProject,
}));

/** Opens the dialog that adds a thing to a project; and the dialog, to be placed in the page. */
export function useAddToProject(): [add: (thing: Addable) => void, dialog: ReactNode] {
  const [thing, setThing] = useState<Addable>();
  const dialog = thing && (
    <Suspense>
      <AddToProject thing={thing} onClose={() => setThing(undefined)} />
    </Suspense>
  );
  return [setThing, dialog];
}
