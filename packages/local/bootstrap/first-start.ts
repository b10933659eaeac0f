import { join } from 'node:path';
import type { Cloud } from '#local/cloud.ts';
import { loadCatalogs } from './catalogs.ts';
import { makeDemoAccount } from './demo-account.ts';
import { orderSampleReport } from './sample-report.ts';
import { openState } from './state.ts';

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
