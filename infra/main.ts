import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildApp } from './app.ts';
import { bundleFunctions } from './bundle.ts';
import { addChecks } from './checks.ts';
import { environmentNames, isEnvironmentName } from './environments.ts';
import { readSettings } from './settings.ts';

/**
 * What `cdk synth`, `cdk diff` and `cdk deploy` run: `-c env=NAME` says which environment, and everything else
 * is read from its file of settings.
 */
const projectDir = join(import.meta.dirname, '..');
const assetsDir = join(projectDir, 'dist/functions');
const webDir = join(projectDir, 'dist/web');

// The CLI hands context over in its own ways; an empty app reads them all.
const environment: unknown = new App({ autoSynth: false }).node.tryGetContext('env');
if (!isEnvironmentName(environment)) {
  throw new Error(`Which environment? Say -c env=NAME with one of ${environmentNames.join(', ')}.`);
}
if (!existsSync(webDir)) {
  process.stderr.write(`No ${webDir}: the Web stack is left out. Build the browser app first.\n`);
}
await bundleFunctions(assetsDir);
const app = buildApp({
  environment,
  settings: environment === 'local' ? undefined : readSettings(environment),
  assetsDir,
  webDir: existsSync(webDir) ? webDir : undefined,
});
if (environment !== 'local') addChecks(app);
app.synth();
