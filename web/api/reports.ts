import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { ReportKind } from '#shared/report/report.ts';
import { api } from '#web/lib/api-client.ts';

const statusPollMs = 1000;

/** The prior-art report of a patent. */
export const priorArtQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['prior-art', ucid],
    queryFn: ({ signal }) => api('get-prior-art', { query: { ucid }, signal }),
  });

/** The invalidation report of a patent. */
export const invalidationReportQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['invalidation-report', ucid],
    queryFn: ({ signal }) => api('get-invalidation-report', { query: { ucid }, signal }),
  });

/** Whether the text of a patent exists, which its reports need. */
export const reportDataQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['report-data', ucid],
    queryFn: ({ signal }) => api('check-report-data', { query: { ucid }, signal }),
  });

const checks = {
  'prior-art': 'check-prior-art',
  invalidation: 'check-invalidation-report',
} as const satisfies Record<ReportKind, keyof Contract>;

const statusKey = (kind: ReportKind, ucid: string) => ['report-status', kind, ucid];

/** Status of a report, polled every second while it is being made. */
export const reportStatusQuery = (kind: ReportKind, ucid: string) =>
  queryOptions({
    queryKey: statusKey(kind, ucid),
    queryFn: ({ signal }) => api(checks[kind], { query: { ucid }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'making' ? statusPollMs : false),
  });

interface ReportSubject {
  kind: ReportKind;
  ucid: string;
}

/** Starts a report if there is none, and shows its status. */
export const prepareReport = mutationOptions({
  mutationFn: (body: ReportSubject) => api('prepare-report', { body }),
  onSuccess: ({ status }, { kind, ucid }, _result, { client }) => {
    client.setQueryData(statusKey(kind, ucid), { exists: status === 'ready', status });
    // It stands in the list of the organization now.
    void client.invalidateQueries({ queryKey: ['reports'] });
  },
});

const requests = {
  'prior-art': 'request-prior-art',
  invalidation: 'request-invalidation-report',
} as const satisfies Record<ReportKind, keyof Contract>;

/** Mails a link to a report to an address. */
export const requestReport = (kind: ReportKind, ucid: string) =>
  mutationOptions({
    mutationFn: (email: string) => api(requests[kind], { body: { email, ucid } }),
  });
