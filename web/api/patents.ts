import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

/** A patent in full. It only changes with the catalogue. */
export const patentQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['patent', ucid],
    queryFn: ({ signal }) => api('get-patent-text', { body: { ucid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
