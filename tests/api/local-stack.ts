import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { firstStart } from '#local/bootstrap/first-start.ts';
import { startCloud } from '#local/cloud.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string;
    installation: Installation;
  }
}

/** What an operator of the stack knows: its stores and the key to them, and where its secrets lie. */
export interface Installation {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  region: string;
  dataDir: string;
  tables: string[];
  buckets: string[];
}

/** One local stack with the sample catalogues for all tests of the project, on a free port, in a folder of its own. */
export async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'antecede-api-'));
  const buildDir = path.resolve('node_modules/.cache/antecede-build');
  const cloud = await startCloud({ port: 0, dataDir, buildDir, report: console.error });
  await firstStart(cloud);
  project.provide('origin', cloud.origin);
  const { region, resources } = cloud.assembly;
  const namesOf = (type: string) =>
    resources.filter((resource) => resource.type === type).map(({ ref }) => ref);
  project.provide('installation', {
    ...{ endpoint: cloud.endpoint, credentials: cloud.credentials, region, dataDir },
    tables: namesOf('AWS::DynamoDB::Table'),
    buckets: namesOf('AWS::S3::Bucket'),
  });
  return async () => {
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
