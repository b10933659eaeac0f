import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Function as EdgeFunction, FunctionCode } from 'aws-cdk-lib/aws-cloudfront';

/** Synthesizes a small app for one test into a temporary folder, without the slow validation. */
export function synthesizeTestApp(define: (app: TestApp) => void): string {
  const outdir = mkdtempSync(join(tmpdir(), 'test-app-'));
  const app = new App({
    outdir,
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  define({
    stack: (name) =>
      new Stack(app, name, { env: { account: '000000000000', region: 'eu-west-1' } }),
    code(name, source) {
      const directory = mkdtempSync(join(tmpdir(), `${name}-`));
      writeFileSync(join(directory, 'index.mjs'), source);
      return directory;
    },
  });
  app.synth();
  return outdir;
}

/** Adds the product's function that names the document of a page. */
export function addPageFiles(stack: Stack): void {
  new EdgeFunction(stack, 'PageFiles', {
    code: FunctionCode.fromFile({ filePath: 'infra/edge/page-files.js' }),
  });
}

/** Creates the parts of the app in `synthesizeTestApp`. */
export interface TestApp {
  stack(name: string): Stack;
  /** Creates a folder whose `index.mjs` contains `source`. */
  code(name: string, source: string): string;
}
