import type { Cloud } from '#local/cloud.ts';
import { sampleReportUcid } from '#shared/report/sample-report.ts';
import { api } from './api.ts';
import type { State } from './state.ts';

/** Has the report made that the landing page links to. Each build of the catalogue gets one. */
export async function orderSampleReport(cloud: Cloud, state: State): Promise<void> {
  const build = state.values.catalogs.us_patents?.build_id;
  if (!build || state.values.sample_report === build) return;
  const body = { kind: 'prior-art', ucid: sampleReportUcid };
  await api(cloud)('POST', '/api/reports', { body });
  state.values.sample_report = build;
  await state.save();
}
