import { join } from 'node:path';
import type { Cloud } from '#local/cloud.ts';
import { sampleReportUcid } from '#shared/report/sample-report.ts';
import { api } from './api.ts';
import { loadCatalogs } from './catalogs.ts';
import { makeDemoAccount } from './demo-account.ts';
import { openState, type State } from './state.ts';

/**
 * Fills a new installation with the sample catalogues as indexes, the sample report, and a demo account with a key for each. Every
 * finished step is recorded, so a start after a kill continues where the last one stopped. A start with
 * nothing to do takes a few milliseconds.
 */
export async function firstStart(cloud: Cloud): Promise<void> {
  const state = await openState(join(cloud.dataDir, 'bootstrap.json'));
  if (state.values.demo?.org_id) cloud.demo = state.values.demo;
  await Promise.all([
    loadCatalogs(cloud, state).then(() => orderSampleReport(cloud, state)),
    cloud.demo ?? makeDemoAccount(cloud, state).then((demo) => Object.assign(cloud, { demo })),
  ]);
}

/** Has the report made that the landing page links to. Each build of the catalogue gets one. */
async function orderSampleReport(cloud: Cloud, state: State): Promise<void> {
  const build = state.values.catalogs.us_patents?.build_id;
  if (!build || state.values.sample_report === build) return;
  const body = { kind: 'prior-art', ucid: sampleReportUcid };
  await api(cloud)('POST', '/api/reports', { body });
  state.values.sample_report = build;
  await state.save();
}
