import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Cloud, startCloud } from '#local/cloud.ts';

/** A local stack inside this process, and the folder that ends with it. */
export interface OwnCloud {
  cloud: Cloud;
  dataDir: string;
  /** What an AWS client needs to reach the stack as its operator. */
  client: { endpoint: string; region: string; credentials: Cloud['credentials'] };
  close(): Promise<void>;
}

/** Starts a stack on a free port, in a folder of its own. `report` gets what functions and services tell. */
export async function startOwnCloud(
  report: (line: string) => void = console.error,
): Promise<OwnCloud> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'antecede-'));
  const buildDir = path.resolve('node_modules/.cache/antecede-build');
  const cloud = await startCloud({ port: 0, dataDir, buildDir, report });
  const { endpoint, credentials } = cloud;
  const client = { endpoint, region: cloud.assembly.region, credentials };
  const close = async () => {
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { cloud, dataDir, client, close };
}
