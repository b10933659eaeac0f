import type { TestProject } from 'vitest/node';
import { provideStack } from '#tests/api/local-stack.ts';

/**
 * Calls that stay unanswered are given up sooner: every call of every function is one of them once. Most of the processor's
 * time would go into starting functions retryStep, so they stay for an hour.
 */
export const setup = (project: TestProject) =>
  provideStack(project, { CALL_TIMEOUT_MS: '4000', BUSY_MS: '3600000' });
