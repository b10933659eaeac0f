/** What other features may use of `reports`. */

export { removeAddress } from './confirmed-addresses.ts';
export { listReportsBy, removeReportList } from './report-list.ts';
export { listMarksBy, removeMarksOf } from './report-marks.ts';
export { listRequestsOf, removeReportRequest } from './report-requests.ts';
export { listSharesBy, removeSharesOf } from './report-shares.ts';
export { removeExportsOf } from './reports-bucket.ts';
