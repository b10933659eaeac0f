import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { AwsError, FunctionError } from '#local/aws/service.ts';
import { functionArn, openTestMachine } from '#local/aws/step-functions/test-machine.ts';
import { lockFile } from '#local/aws/test-lock.ts';

/** A definition of one state. */
function only(state: object) {
  return { StartAt: 'only', States: { only: { End: true, ...state } } };
}

const task = (name: string, rest: object = {}) => ({
  Type: 'Task',
  Resource: functionArn(name),
  ...rest,
});

test('input, result and output are selected by paths and templates', async () => {
  const machine = await openTestMachine(
    only({
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: {
        FunctionName: functionArn('double'),
        Payload: {
          'n.$': '$.list[1]',
          'id.$': '$$.Execution.Name',
          'text.$': "States.Format('{}-\\{{}\\}', $.a.b, 'x')",
        },
      },
      ResultSelector: { 'doubled.$': '$.Payload.n', 'text.$': '$.Payload.text' },
      ResultPath: '$.a.result',
      OutputPath: '$.a',
    }),
    { double: ({ n, text }: { n: number; text: string }) => ({ n: n * 2, text }) },
  );
  expect(await machine.run({ list: [1, 21], a: { b: 'c' } })).toMatchObject({
    status: 'SUCCEEDED',
    output: { b: 'c', result: { doubled: 42, text: 'c-{x}' } },
  });
});

test.each([
  [{ n: 5, s: 'abc' }, 'small'],
  [{ n: 50, s: 'abc' }, 'large'],
  [{ s: 'file-1.csv' }, 'file'],
  [{ s: 'other' }, 'none'],
])('a choice of %j leads to %s', async (input, expected) => {
  const give = (Result: string) => ({ Type: 'Pass', Result, End: true });
  const machine = await openTestMachine({
    StartAt: 'choose',
    States: {
      choose: {
        Type: 'Choice',
        Choices: [
          {
            And: [
              { Variable: '$.n', IsPresent: true },
              { Variable: '$.n', NumericLessThan: 10 },
            ],
            Next: 'small',
          },
          { Not: { Variable: '$.n', IsPresent: false }, Next: 'large' },
          { Variable: '$.s', StringMatches: 'file-*.csv', Next: 'file' },
        ],
        Default: 'none',
      },
      ...{ small: give('small'), large: give('large'), file: give('file'), none: give('none') },
    },
  });
  expect(await machine.run(input)).toMatchObject({ output: expected });
});

test('a failing task is retried, then caught by the name of its error', async () => {
  let attempts = 0;
  const machine = await openTestMachine(
    {
      StartAt: 'work',
      States: {
        work: task('fail', {
          Retry: [{ ErrorEquals: ['Retryable'], IntervalSeconds: 0, MaxAttempts: 2 }],
          Catch: [
            { ErrorEquals: ['Other'], Next: 'wrong' },
            { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'caught' },
          ],
          Next: 'wrong',
        }),
        wrong: { Type: 'Fail', Error: 'Wrong', Cause: 'unexpected' },
        caught: { Type: 'Succeed' },
      },
    },
    {
      fail: () => {
        attempts++;
        throw new FunctionError('Retryable', 'not yet');
      },
    },
  );
  const { output } = await machine.run({ a: 1 });
  expect(attempts).toBe(3);
  expect(output).toEqual({
    a: 1,
    error: { Error: 'Retryable', Cause: '{"errorType":"Retryable","errorMessage":"not yet"}' },
  });
});

test('a Map runs its items at most so many at a time and keeps their order', async () => {
  let [active, most] = [0, 0];
  const machine = await openTestMachine(
    only({
      Type: 'Map',
      ItemsPath: '$.items',
      ItemSelector: {
        'item.$': '$$.Map.Item.Value',
        'index.$': '$$.Map.Item.Index',
        'all.$': '$.name',
      },
      MaxConcurrency: 2,
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'work',
        States: { work: task('work', { End: true }) },
      },
      ResultPath: '$.results',
    }),
    {
      work: async (payload: { item: number }) => {
        most = Math.max(most, ++active);
        await new Promise((done) => setTimeout(done, payload.item));
        active--;
        return payload;
      },
    },
  );
  const { output } = await machine.run({ name: 'n', items: [20, 1, 10] });
  expect(output.results.map((each: { item: number }) => each.item)).toEqual([20, 1, 10]);
  expect(output.results[2]).toEqual({ item: 10, index: 2, all: 'n' });
  expect(most).toBe(2);
});

test('the first error of a branch ends a Parallel and can be caught', async () => {
  const branch = (state: object) => ({ StartAt: 's', States: { s: { End: true, ...state } } });
  const machine = await openTestMachine(
    {
      StartAt: 'both',
      States: {
        both: {
          Type: 'Parallel',
          Branches: [branch({ Type: 'Wait', Seconds: 3600 }), branch(task('fail'))],
          Catch: [{ ErrorEquals: ['Bad'], Next: 'after' }],
          End: true,
        },
        after: { Type: 'Pass', End: true },
      },
    },
    { fail: () => Promise.reject(new FunctionError('Bad', 'x')) },
  );
  expect(await machine.run()).toMatchObject({ status: 'SUCCEEDED', output: { Error: 'Bad' } });
});

test('a Wait ends when the local clock is advanced', async () => {
  const machine = await openTestMachine(only({ Type: 'Wait', Seconds: 86_400 }));
  const { executionArn } = await machine.start({ kept: true });
  machine.clock.advancedMs = 86_401_000;
  expect(await machine.end(executionArn)).toMatchObject({
    status: 'SUCCEEDED',
    output: '{"kept":true}',
  });
});

test('tasks and executions time out', async () => {
  const hangs = { hang: () => new Promise(() => {}) };
  const one = await openTestMachine(only(task('hang', { TimeoutSeconds: 60 })), hangs);
  const first = await one.start();
  one.clock.advancedMs = 61_000;
  expect(await one.end(first.executionArn)).toMatchObject({
    status: 'FAILED',
    error: 'States.Timeout',
  });
  const whole = await openTestMachine({ ...only(task('hang')), TimeoutSeconds: 60 }, hangs);
  const second = await whole.start();
  whole.clock.advancedMs = 61_000;
  expect(await whole.end(second.executionArn)).toMatchObject({ status: 'TIMED_OUT' });
});

test('an execution whose journal cannot be written goes on when it can', async () => {
  const faults: unknown[] = [];
  const { promise: done, resolve: finish } = Promise.withResolvers<string>();
  const machine = await openTestMachine(
    {
      StartAt: 'first',
      States: { first: { ...task('work'), Next: 'second' }, second: { Type: 'Pass', End: true } },
    },
    { work: () => done },
    { onFault: (error) => faults.push(error) },
  );
  const { executionArn } = await machine.start();
  const lock = lockFile(join(machine.dataDir, 'step-functions.sqlite'));
  finish('result');
  await vi.waitFor(() => expect(faults).not.toEqual([]));
  lock.release();
  expect(await machine.end(executionArn)).toMatchObject({
    status: 'SUCCEEDED',
    output: '"result"',
  });
});

test("the machine's role must be allowed to invoke the function", async () => {
  const authorize = () => {
    throw new AwsError('AccessDeniedException', 'not allowed', 403);
  };
  const machine = await openTestMachine(only(task('work')), { work: () => 1 }, { authorize });
  expect(await machine.run()).toMatchObject({
    status: 'FAILED',
    error: 'Lambda.AWSLambdaException',
  });
});

test('more than 256 KB between two states is an error', async () => {
  const machine = await openTestMachine(only(task('big')), { big: () => 'x'.repeat(300_000) });
  expect(await machine.run()).toMatchObject({ error: 'States.DataLimitExceeded' });
});

test.each([
  [{ QueryLanguage: 'JSONata', Type: 'Pass' }, 'QueryLanguage JSONata'],
  [{ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage' }, 'sqs:sendMessage'],
  [{ Type: 'Pass', Assign: { x: 1 } }, 'Assign'],
  [{ Type: 'Pass', InputPath: '$..deep' }, '..deep'],
  [
    {
      Type: 'Map',
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, StartAt: 's', States: {} },
    },
    'DISTRIBUTED',
  ],
  [{ Type: 'Pass', Parameters: { 'a.$': 'States.Unknown($)' } }, 'States.Unknown'],
  [{ Type: 'Pass', End: undefined, Next: 'nowhere' }, 'nowhere'],
  [task('x', { Retry: [{ ErrorEquals: ['States.ALL'], Jitter: 'FULL' }] }), 'Jitter'],
  [task('x', { Retry: [{ ErrorEquals: ['A'], JitterStrategy: 'HALF' }] }), 'JitterStrategy HALF'],
  [task('x', { Retry: [{ ErrorEquals: ['States.ALL', 'A'] }] }), 'States.ALL must stand alone'],
  [task('x', { Catch: [{ ErrorEquals: ['A'], Next: 'only', Output: '$' }] }), 'Output'],
])('a definition with %j is refused when declared', async (state, named) => {
  await expect(openTestMachine(only(state))).rejects.toThrow(named);
});
