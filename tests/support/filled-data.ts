import type { BuildStep } from '#local/build/cached-build.ts';
import { assemblyStep, projectRoot } from '#local/build/steps.ts';

/** A data folder whose first start is over: the stacks of the tests begin with a copy of it. */
export const filledDataStep: BuildStep = {
  name: 'data',
  script: new URL('./fill-data.ts', import.meta.url),
  root: projectRoot,
  inputs: [...assemblyStep.inputs, 'packages/local', 'tests/support'],
};
