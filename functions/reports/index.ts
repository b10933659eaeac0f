/** What other features may use of `reports`. */
export { listMarksBy, removeMarksOf } from './report-marks.ts';
export { listRequestsOf, removeReportRequest } from './report-requests.ts';
export { removeExportsOf } from './reports-bucket.ts';
