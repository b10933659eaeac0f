import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { isNotFound } from '#web/lib/errors.ts';
import { ContentSkeleton } from './content-skeleton.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { NotFound } from './not-found.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { useLoaded } from './use-loaded.ts';

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Title of the error: "The usage could not be loaded". */
  failure: string;
  skeleton: ComponentProps<typeof ContentSkeleton>;
  children: (data: T) => ReactNode;
}

/** What a query loads, as a part of a page. If loading it again fails, the error is shown above it. */
export function Loaded<T>({ query, failure, skeleton, children }: LoadedProps<T>) {
  const { error, refetch } = query;
  const data = useLoaded(query.data);
  return (
    <>
      {error && <ErrorPanel title={failure} error={error} onRetry={() => void refetch()} />}
      {!error && data === undefined && <ContentSkeleton {...skeleton} />}
      {data !== undefined && children(data)}
    </>
  );
}

interface LoadedPageProps<T> extends Omit<LoadedProps<T>, 'skeleton'> {
  skeleton?: ReactNode;
  /** Shown if the thing does not exist. */
  missing?: ReactNode;
}

/** The same for a whole page with its title. If loading it again fails, it stays as it is. */
export function LoadedPage<T>({
  query: { data: loaded, error, refetch },
  failure,
  skeleton = <PageSkeleton />,
  missing = <NotFound />,
  children,
}: LoadedPageProps<T>) {
  const data = useLoaded(loaded);
  if (data !== undefined) return children(data);
  if (!error || loaded !== undefined) return skeleton;
  if (isNotFound(error)) return missing;
  return <ErrorPanel heading="h1" title={failure} error={error} onRetry={() => void refetch()} />;
}
