import type { TestProject } from 'vitest/node';
import { provideStack } from '#tests/api/local-stack.ts';

/** Calls that stay unanswered are given up sooner: every call of every function is one of them once. */
export const setup = (project: TestProject) => provideStack(project, { CALL_TIMEOUT_MS: '4000' });
