import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildApp } from './app.ts';
import { bundleFunctions } from './bundle.ts';
import { addChecks } from './checks.ts';
import { environmentNames, isEnvironmentName } from './environments.ts';
import { readSettings } from './settings.ts';

/**
 * The program that `cdk synth`, `cdk diff` and `cdk deploy` run: `-c env=NAME` names the environment, `-c commit=ID` what
 * `/api/health` says it is, and everything else is read from its settings file.
 */
const projectDir = join(import.meta.dirname, '..');
const assetsDir = join(projectDir, 'dist/functions');
const webDir = join(projectDir, 'dist/web');

// The CLI passes context in several ways; an empty app reads all of them.
const { node } = new App({ autoSynth: false });
const environment: unknown = node.tryGetContext('env');
if (!isEnvironmentName(environment)) {
  throw new Error(`Name the environment: -c env=NAME with one of ${environmentNames.join(', ')}.`);
}
if (!existsSync(webDir)) {
  throw new Error(
    `There is no ${webDir}. Build the browser app first: npx vite build --config web/vite.config.ts`,
  );
}
await bundleFunctions(assetsDir, environment !== 'local');
const app = buildApp({
  environment,
  settings: environment === 'local' ? undefined : readSettings(environment),
  assetsDir,
  webDir,
  commit: node.tryGetContext('commit'),
});
if (environment !== 'local') addChecks(app);
app.synth();
