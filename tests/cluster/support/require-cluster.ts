import { missingCluster } from './cluster-address.ts';

/** Vitest runs this once, before the tests. */
export async function setup() {
  const missing = await missingCluster();
  if (missing) throw new Error(`These tests need OpenSearch: ${missing}`);
}
