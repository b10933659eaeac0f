import { resolve } from 'node:path';
import { endpointNames } from '#shared/contract/contract.ts';
import { jobNames } from './jobs.ts';

export const projectDir = resolve(import.meta.dirname, '..');

/** The source file of every function, by its name: a file for each endpoint of the contract and for each job. */
export const entries: readonly { name: string; file: string }[] = [
  ...endpointNames.map((name) => ({ name, file: `functions/api/${name}.ts` })),
  ...jobNames.map((name) => ({ name, file: `functions/jobs/${name}.ts` })),
];
