/** Bundles the functions and synthesizes the `local` environment into the folder given as argument. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from '#infra/app.ts';
import { bundleFunctions } from '#infra/bundle.ts';
import { originPlaceholder } from './origin-placeholder.ts';

const output = process.argv[2]!;
const assetsDir = join(output, 'bundles');
await mkdir(output, { recursive: true });
await bundleFunctions(assetsDir, false);
// Where a construct was made is not needed, and takes a tenth of the time.
process.env.CDK_DISABLE_STACK_TRACE = '1';
buildApp({
  environment: 'local',
  origin: originPlaceholder,
  outdir: join(output, 'cdk.out'),
  assetsDir,
}).synth();
// The assembly holds copies.
await rm(assetsDir, { recursive: true });
