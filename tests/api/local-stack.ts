import type { TestProject } from 'vitest/node';
import { firstStart } from '#local/bootstrap/first-start.ts';
import { startOwnCloud } from './support/own-cloud.ts';

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
  const { cloud, dataDir, client, close } = await startOwnCloud();
  await firstStart(cloud);
  project.provide('origin', cloud.origin);
  const { resources } = cloud.assembly;
  const namesOf = (type: string) =>
    resources.filter((resource) => resource.type === type).map(({ ref }) => ref);
  project.provide('installation', {
    ...client,
    dataDir,
    tables: namesOf('AWS::DynamoDB::Table'),
    buckets: namesOf('AWS::S3::Bucket'),
  });
  return close;
}
