import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { ReportFile } from '#shared/contract/report-files.ts';
import type { NewMark } from '#shared/report/marks.ts';
import { api } from '#web/lib/api-client.ts';

/** What the organization has added to the invalidation report of a patent. */
export const reportMarksQuery = (ucid: string) =>
  queryOptions({
    queryKey: ['report-marks', ucid],
    queryFn: ({ signal }) => api('get-report-marks', { query: { ucid }, signal }),
    // Colleagues may have changed it meanwhile.
    staleTime: 0,
  });

/** A change of a mark. */
interface MarkChange {
  mark: NewMark;
  /** Revision of the mark that the person saw; 0 if there was none. */
  revision: number;
}

/** Saves a mark on one cell of the chart. Fails with `MarkChanged` if a colleague has changed it meanwhile. */
export const saveMark = (report: string) =>
  mutationOptions({
    mutationFn: (change: MarkChange) => api('save-report-mark', { body: { report, ...change } }),
    // Also after a failure: a colleague may have saved another mark.
    onSettled: (_saved, _error, _change, _result, { client }) =>
      client.invalidateQueries(reportMarksQuery(report)),
  });

/** Adds a reference by its publication number. The server compares it with the claims. */
export const addReference = (report: string) =>
  mutationOptions({
    mutationFn: (reference: string) => api('add-report-reference', { body: { report, reference } }),
    onSuccess: (_added, _reference, _result, { client }) =>
      client.invalidateQueries(reportMarksQuery(report)),
  });

/** Searches for more art like some references, and unlike others. */
export const searchAgain = (report: string) =>
  mutationOptions({
    mutationFn: (wishes: { like: string[]; unlike: string[] }) =>
      api('search-report-again', { body: { report, ...wishes } }),
    onSuccess: (again, _wishes, _result, { client }) =>
      client.setQueryData(
        reportMarksQuery(report).queryKey,
        (marks) => marks && { ...marks, again },
      ),
  });

/** Removes an added reference with its marks. */
export const removeReference = (report: string) =>
  mutationOptions({
    mutationFn: (reference: string) =>
      api('remove-report-reference', { query: { report, reference } }),
    onSuccess: (_removed, _reference, _result, { client }) =>
      client.invalidateQueries(reportMarksQuery(report)),
  });

/** Exports an invalidation report as a file. */
export const exportReport = (ucid: string) =>
  mutationOptions({
    mutationFn: (file: { format: ReportFile; marks: boolean }) =>
      api('export-report', { body: { kind: 'invalidation', ucid, ...file } }),
  });
