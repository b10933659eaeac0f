import { join } from 'node:path';
import type { Cloud } from '#local/cloud.ts';
import { loadCatalogs } from './catalogs.ts';
import { makeDemoAccount } from './demo-account.ts';
import { openState } from './state.ts';

/**
 * Fills a new installation: the sample catalogues as indexes, and a demo account with a key for
 * each. Every step is written down when it is done, so that a start after a kill goes on where the
 * last one stopped; a start with nothing to do costs a few milliseconds.
 */
export async function firstStart(cloud: Cloud): Promise<void> {
  const state = await openState(join(cloud.dataDir, 'bootstrap.json'));
  if (state.values.demo?.org_id) cloud.demo = state.values.demo;
  await Promise.all([
    loadCatalogs(cloud, state),
    cloud.demo ?? makeDemoAccount(cloud, state).then((demo) => Object.assign(cloud, { demo })),
  ]);
}
