import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { limits } from '#shared/limits.ts';
import type { RunnableSearch } from '#web/lib/runnable-search.ts';

/** The form is loaded when it is opened. */
const NewSearch = lazy(async () => ({ default: (await import('./kept-search.tsx')).NewSearch }));

interface SaveSearchProps {
  search: RunnableSearch;
  /** How many rows it finds, if that is known. */
  total?: number | undefined;
  /** Of the button. */
  label?: string;
  children?: ReactNode;
}

/** Saves a search, perhaps with an alert. */
export function SaveSearch({ search, total, label, children = 'Save search' }: SaveSearchProps) {
  /** Undefined until it is opened first. */
  const [isOpen, setOpen] = useState<boolean>();
  if (search.text.length > limits.savedSearchTextMaxLength) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        {...(label !== undefined && { 'aria-label': label })}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <NewSearch opened={isOpen} search={search} total={total} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
