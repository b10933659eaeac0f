import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ReportFile } from '#shared/contract/report-files.ts';
import type { ListedReport } from '#shared/contract/report-lists.ts';
import type { ShareAudience, ShareDays, SharedVersion } from '#shared/report/share.ts';
import { api } from '#web/lib/api-client.ts';

const pageSize = 50;
/** Reports that the first page names. */
const latestCount = 5;
const makingPollMs = 3000;

/** Which report is meant. */
export type ReportOf = Pick<ListedReport, 'kind' | 'ucid'>;

/** The reports of the organization, the last asked for first; loaded again while one is being made. */
export const reportsQuery = infiniteQueryOptions({
  queryKey: ['reports'],
  queryFn: ({ pageParam, signal }) =>
    api('list-reports', { query: { limit: pageSize, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'making'))
      ? makingPollMs
      : false,
});

/** The reports that people asked for last, for the first page. */
export const latestReportsQuery = queryOptions({
  queryKey: [...reportsQuery.queryKey, 'latest'],
  queryFn: async ({ signal }) =>
    (await api('list-reports', { query: { limit: latestCount }, signal })).items,
  staleTime: 0,
});

/** Takes a report out of the list, with its links. */
export const removeListedReport = mutationOptions({
  mutationFn: ({ kind, ucid }: ReportOf) => api('remove-listed-report', { query: { kind, ucid } }),
  // Also after a failure: a colleague may have removed it.
  onSettled: (_done, _error, _report, _result, { client }) =>
    client.invalidateQueries(reportsQuery),
});

/** The links to a report that the organization shared. */
export const sharesQuery = ({ kind, ucid }: ReportOf) =>
  queryOptions({
    queryKey: ['report-shares', kind, ucid],
    queryFn: ({ signal }) => api('list-report-shares', { query: { kind, ucid }, signal }),
    staleTime: 0,
  });

interface NewShare {
  audience: ShareAudience;
  days: ShareDays;
  marks: boolean;
}

/** Makes a link to a report. Its address is in the answer only. */
export const shareReport = (report: ReportOf) =>
  mutationOptions({
    mutationFn: (wanted: NewShare) => {
      const { kind, ucid } = report;
      return api('share-report', { body: { kind, ucid, ...wanted } });
    },
    // A list that is fetched at once may lack the link: the index behind it follows a moment later.
    onSuccess: ({ share }, _wanted, _result, { client }) =>
      client.setQueryData(sharesQuery(report).queryKey, (known) => ({
        items: [share, ...(known?.items ?? [])],
      })),
  });

/** Takes a link back. */
export const revokeShare = (report: ReportOf) =>
  mutationOptions({
    mutationFn: (share_id: string) => api('revoke-report-share', { query: { share_id } }),
    onSuccess: (_done, shareId, _result, { client }) =>
      client.setQueryData(
        sharesQuery(report).queryKey,
        (known) =>
          known && {
            items: known.items.map((share) =>
              share.share_id === shareId
                ? { ...share, revoked_at: new Date().toISOString() }
                : share,
            ),
          },
      ),
    onError: (_error, _share, _result, { client }) => client.invalidateQueries(sharesQuery(report)),
  });

/** The report of a link. The token is what follows `#` in its address. */
export const sharedReportQuery = (token: string, version: SharedVersion) =>
  queryOptions({
    queryKey: ['shared-report', token, version],
    queryFn: ({ signal }) => api('open-shared-report', { body: { token, version }, signal }),
    staleTime: 0,
    retry: false,
  });

/** Makes a file of the report of a link. */
export const exportSharedReport = (token: string, version: SharedVersion) =>
  mutationOptions({
    mutationFn: (format: ReportFile) =>
      api('export-shared-report', { body: { token, version, format } }),
  });
