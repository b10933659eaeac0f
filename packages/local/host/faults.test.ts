import { expect, it } from 'vitest';
import { faultReporter } from './faults.ts';

const failure = (message: string, members: object = {}) =>
  Object.assign(new Error(message), members);

it('reports faults with their stack, a full disk once in one line, and closed connections not at all', () => {
  const lines: string[] = [];
  const onFault = faultReporter('/data', (line) => lines.push(line));
  onFault(failure('aborted', { code: 'ECONNRESET' }));
  onFault(failure('destroyed stream', { code: 'ERR_STREAM_UNABLE_TO_PIPE' }));
  onFault(failure('no space', { code: 'ENOSPC' }));
  onFault(failure('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }));
  onFault(failure('a bug'));
  expect(lines).toEqual([
    expect.stringMatching(/^ERROR The disk is full: .* \/data\. Make room there.*$/),
    expect.stringMatching(/^ERROR local cloud: Error: a bug\n +at /),
  ]);
});
