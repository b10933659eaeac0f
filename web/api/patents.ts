import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

/** A patent in full. It only changes with the catalogue. */
export const patentQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['patent', ucid],
    queryFn: ({ signal }) => api('get-patent-text', { body: { ucid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Publications that cite a patent, the latest first. */
export const citingPatentsQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['citing-patents', ucid],
    queryFn: ({ signal }) => api('list-citing-patents', { query: { ucid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a patent cites and what cites it, two steps each way. */
export const citationGraphQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['citation-graph', ucid],
    queryFn: ({ signal }) => api('get-citation-graph', { query: { ucid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a number may mean that there is not a patent of. */
export const suggestedPatentsQuery = (number: string) =>
  queryOptions({
    queryKey: ['suggested-patents', number],
    queryFn: ({ signal }) => api('suggest-patents', { query: { number }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The UCIDs of the publications of some applications, and those applications of which none is known. */
export const publicationsQuery = (applications: readonly string[]) =>
  queryOptions({
    queryKey: ['publications', ...applications],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        applications.map(async (number) => {
          const { items } = await api('suggest-patents', { query: { number }, signal });
          return items.filter(({ why }) => why === 'application').map(({ ucid }) => ucid);
        }),
      );
      return {
        ucids: [...new Set(found.flat())],
        unknown: applications.filter((_, i) => found[i]!.length === 0),
      };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
