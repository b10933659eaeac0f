import { fileURLToPath } from 'node:url';
import type { BuildStep } from './cached-build.ts';

/** Folder of the checkout. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The cloud assembly with the functions' bundles. */
export const assemblyStep: BuildStep = {
  name: 'assembly',
  script: new URL('./synthesize.ts', import.meta.url),
  root: projectRoot,
  inputs: [
    'infra',
    'shared',
    'functions',
    'packages/engine',
    'web/inline',
    'packages/local/build',
    'package-lock.json',
  ],
};

/** The single-page app. */
export const webStep: BuildStep = {
  name: 'web',
  script: new URL('./build-web.ts', import.meta.url),
  root: projectRoot,
  inputs: [
    'web',
    'shared',
    'packages/cli',
    'packages/sdk-js',
    'packages/sdk-python',
    'packages/widget',
    'packages/local/catalog',
    'packages/local/build',
    'package-lock.json',
  ],
};
