import type { TestProject } from 'vitest/node';
import { assemblyOf, close, startStack } from '#tests/support/stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string;
    installation: Installation;
  }
}

/** The operator's view of the stack: its stores with their key, and the location of its secrets. */
export interface Installation {
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  region: string;
  dataDir: string;
  tables: string[];
  buckets: string[];
  /** Their addresses. */
  queues: string[];
}

/** One local stack with the sample catalogues for all tests of the project. */
export const setup = (project: TestProject) => provideStack(project);

/** The same with environment variables of `npm start`. */
export async function provideStack(project: TestProject, environment: Record<string, string> = {}) {
  const stack = await startStack({ environment });
  const { resources } = await assemblyOf(stack);
  const namesOf = (type: string) =>
    resources.filter((resource) => resource.type === type).map(({ ref }) => ref);
  project.provide('origin', stack.origin);
  project.provide('installation', {
    ...stack.client,
    dataDir: stack.dataDir,
    tables: namesOf('AWS::DynamoDB::Table'),
    buckets: namesOf('AWS::S3::Bucket'),
    queues: namesOf('AWS::SQS::Queue'),
  });
  return async () => {
    await close(stack);
    if (project.vitest.state.getCountOfFailedTests() === 0) return;
    const lines = stack.printed().split('\n');
    for (const line of lines) if (/^(WARN|ERROR)/.test(line)) console.error(line);
  };
}
