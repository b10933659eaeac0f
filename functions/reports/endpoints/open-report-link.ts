import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { publicOrigin } from '#core/runtime/config.ts';
import { reports } from '#shared/contract/reports.ts';
import { getReportLink } from '../report-links.ts';
import { reportPdfUrl } from '../reports-bucket.ts';

const pages = { 'prior-art': 'download-prior-art', invalidation: 'generate-invalidation' };

/** Leads to the PDF, or to the page where the report can be asked for again. Nobody learns which tokens there were. */
export const handler = lambda(reports, 'open-report-link', anyone, async ({ params, now }) => {
  const { kind, ucid, token } = params;
  const link = await getReportLink(token, now);
  if (link?.kind === kind && link.ucid === ucid) return reportPdfUrl(link);
  return `${publicOrigin()}/${pages[kind]}/${ucid}?link-expired=1`;
});
