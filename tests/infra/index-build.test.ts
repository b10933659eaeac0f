import { StateMachine } from 'aws-local-stepfunctions';
import { expect, test } from 'vitest';
import { planSizes } from '#functions/indexes/plan-sizes.ts';
import { indexBuild } from '#infra/workflows/index-build.ts';

const arn = (job: string) => `arn:aws:lambda:us-east-1:111122223333:function:${job}`;
const input = { index_id: 'idx_1', build_id: 'build_1' };

class NamedError extends Error {
  constructor(name: string) {
    super(name);
    this.name = name;
  }
}

/** Runs the workflow on an independent interpreter of Amazon States Language. */
async function run(tasks: Record<string, (input: never) => unknown> = {}) {
  const calls: { task: string; input: unknown }[] = [];
  const handlers: Record<string, (input: never) => unknown> = {
    'plan-build': (state: object) => ({
      ...state,
      segments: [0, 1],
    }),
    'scan-part': () => null,
    'train-model': (state) => state,
    'build-segment': () => null,
    'load-segment': () => null,
    'publish-index': (state) => state,
    'notify-build': (state) => state,
    'fail-build': (state) => state,
    ...tasks,
  };
  // States are named after their task, but for the second run of the plan step, and for failures of an item.
  const states = [
    ...Object.keys(handlers).map((task) => [task, task]),
    ['join-parts', 'plan-build'],
    ...['scan-part', 'build-segment', 'load-segment'].map((task) => [`fail-${task}`, 'fail-build']),
  ];
  // biome-ignore lint/suspicious/noExplicitAny: the library types definitions by its own schema
  const machine = new StateMachine(indexBuild(arn, 2) as any);
  const execution = machine.run(input, {
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(
        states.map(([name, task]) => [
          name,
          (state) => {
            calls.push({ task: task!, input: state });
            return handlers[task!]!(state as never) as never;
          },
        ]),
      ),
      retryIntervalOverrides: Object.fromEntries(states.map(([name]) => [name, 0])),
    },
  });
  const result = await execution.result.catch((error: unknown) => ({ failed: error as Error }));
  return { result, calls, order: calls.map(({ task }) => task) };
}

const fail = (name: string) => () => {
  throw new NamedError(name);
};

test('a build plans, trains, builds each segment, publishes and notifies', async () => {
  const { calls, order } = await run();
  expect(order).toEqual([
    'plan-build',
    'train-model',
    'build-segment',
    'build-segment',
    'publish-index',
    'notify-build',
  ]);
  expect(calls[2]?.input).toEqual({ ...input, number: 0 });
  expect(calls[4]?.input).toEqual({ ...input, segments: [0, 1] });
});

test('a dataset that is too large for the plan step is scanned by parts, then planned', async () => {
  const parts = [0, 1];
  let isCut = false;
  const { calls, order, result } = await run({
    'plan-build': ({ index_id, build_id }: typeof input) => {
      if (isCut) return { index_id, build_id, segments: [0] };
      isCut = true;
      return { index_id, build_id, parts };
    },
  });
  expect(result).not.toHaveProperty('failed');
  expect(order).toEqual([
    'plan-build',
    'scan-part',
    'scan-part',
    'plan-build',
    'train-model',
    'build-segment',
    'publish-index',
    'notify-build',
  ]);
  expect(calls[1]?.input).toEqual({ ...input, number: 0 });
});

test('an index for the cluster is loaded segment by segment before it is published', async () => {
  const segments = [0, 1];
  let loads = 0;
  const { calls, order, result } = await run({
    'plan-build': (state: object) => ({ ...state, segments, loads: segments }),
    'load-segment': () => {
      loads += 1;
      if (loads <= 20) throw new NamedError('MoreToLoadError');
      return null;
    },
  });
  expect(result).not.toHaveProperty('failed');
  expect(order.filter((task) => task === 'load-segment')).toHaveLength(22);
  const load = calls.find(({ task }) => task === 'load-segment')!;
  expect(load.input).toEqual({ ...input, number: 0 });
  expect(calls.find(({ task }) => task === 'publish-index')!.input).toMatchObject({
    loads: segments,
  });
});

test('a build whose turn it is not asks until it is', async () => {
  let asked = 0;
  const { order, result } = await run({
    'plan-build': (state: object) => {
      asked += 1;
      if (asked <= 5000) throw new NamedError('NotYourTurnError');
      return { ...state, segments: [0] };
    },
  });
  expect(result).not.toHaveProperty('failed');
  expect(order.at(-1)).toBe('notify-build');
});

test('a file that cannot be read fails the build at once, with its error', async () => {
  const { order, calls, result } = await run({ 'plan-build': fail('DatasetError') });
  expect(order).toEqual(['plan-build', 'fail-build']);
  expect(calls[1]?.input).toMatchObject({ ...input, error: { Error: 'DatasetError' } });
  expect(result).toHaveProperty('failed');
});

test('the notification has the most retries', async () => {
  let attempts = 0;
  const { result } = await run({
    'notify-build': (state) => {
      attempts += 1;
      if (attempts < 10) throw new NamedError('QueueUnreachable');
      return state;
    },
  });
  expect(result).not.toHaveProperty('failed');
  expect(attempts).toBe(10);
});

test.each([
  ['Retryable', 3],
  ['Lambda.TooManyRequestsException', 20],
  ['SlowDown', 20],
])('a step with the error %s is tried again, %i times', async (name, times) => {
  let failed = 0;
  const failing = (state: unknown) => {
    if (failed === times) return state;
    failed += 1;
    throw new NamedError(name);
  };
  const { order } = await run({ 'build-segment': failing });
  expect(failed).toBe(times);
  expect(order.at(-1)).toBe('notify-build');
  failed = Number.NEGATIVE_INFINITY;
  expect((await run({ 'build-segment': failing })).result).toHaveProperty('failed');
});

test('a crash is tried once more, then fails the build', async () => {
  const { order } = await run({ 'train-model': fail('Lambda.Unknown') });
  expect(order).toEqual(['plan-build', 'train-model', 'train-model', 'fail-build']);
});

test.each(['train-model', 'build-segment', 'publish-index'])(
  'a failure of %s is written to the index',
  async (task) => {
    const { order, result } = await run({ [task]: fail('TypeError') });
    expect(order.at(-1)).toBe('fail-build');
    expect(result).toHaveProperty('failed');
  },
);

test('the error of an item is written to the index by its own execution, which knows it', async () => {
  const { calls } = await run({ 'build-segment': fail('DatasetError') });
  const failures = calls.filter(({ task }) => task === 'fail-build');
  expect(failures[0]?.input).toMatchObject({ ...input, error: { Error: 'DatasetError' } });
});

test('the largest build passes less than 256 KB from step to step', () => {
  const segments = [...Array(planSizes.maxSegments).keys()];
  const state = { ...input, segments, loads: segments };
  expect(JSON.stringify(state).length).toBeLessThan(200_000);
});

test('a failed mail does not fail a published index', async () => {
  const { order } = await run({ 'notify-build': fail('TypeError') });
  expect(order).not.toContain('fail-build');
});
