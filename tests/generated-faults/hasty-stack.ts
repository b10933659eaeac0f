import type { TestProject } from 'vitest/node';
import { provideStack } from '#tests/api/local-stack.ts';

/**
 * Calls that stay unanswered are given up sooner: every call of every function is one of them once. A sample catalogue is
 * large enough here to be read in parts.
 */
export const setup = (project: TestProject) =>
  provideStack(project, { CALL_TIMEOUT_MS: '4000', PLAN_PART_BYTES: '65536' });
