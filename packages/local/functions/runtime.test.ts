import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import { openFunctionLogs } from './logs.ts';
import { openFunctionRuntime } from './runtime.ts';

const directory = mkdtempSync(join(tmpdir(), 'functions-'));
writeFileSync(
  join(directory, 'index.mjs'),
  `
let calls = 0;
export const handler = async (event, context) => {
  calls += 1;
  switch (event.do) {
    case 'context': return { env: process.env, name: context.functionName, left: context.getRemainingTimeInMillis() };
    case 'time': return { now: Date.now(), fresh: new Date().getTime(), year: new Date(2020, 1, 1).getFullYear(), text: typeof Date(), is: new Date() instanceof Date };
    case 'throw': { const error = new TypeError('bad thing'); throw error; }
    case 'hang': for (;;) {}
    case 'exit': process.exit(3);
    case 'stray': setTimeout(() => { throw new Error('stray'); }); await new Promise(() => {});
    case 'stray null': setTimeout(() => { throw null; }); await new Promise(() => {});
    case 'buffers': { const all = []; for (;;) { all.push(Buffer.alloc(1e6, 1)); await new Promise((r) => setTimeout(r, 1)); } }
    case 'eat': { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
    case 'log': console.log(JSON.stringify({ level: 'WARN', message: 'watch out' })); return null;
    case 'large': return 'x'.repeat(7e6);
    case 'nothing': return undefined;
    default: { await new Promise((r) => setTimeout(r, event.ms ?? 0)); return { calls }; }
  }
};
`,
);
/** Of functions that no test lets run into it, on however busy a machine. */
const timeoutMs = 600_000;
const definition = (name: string, changes: Partial<LambdaFunction> = {}): LambdaFunction => ({
  name,
  arn: `arn:aws:lambda:eu-west-1:0:function:${name}`,
  codeDirectory: directory,
  handler: 'index.handler',
  environment: {},
  memoryMb: 128,
  timeoutMs,
  roleArn: '',
  logicalId: name,
  ...changes,
});

const clock = new SharedArrayBuffer(8);
const reported: string[] = [];
const logs = openFunctionLogs(
  join(directory, 'logs'),
  (line) => reported.push(line),
  console.error,
);
const environmentOf = ({ name, environment }: LambdaFunction) => ({ NAME: name, ...environment });
const single = definition('single', { maxInstances: 1 });
const many = Array.from({ length: 14 }, (_, index) => definition(`many-${index}`));
const runtime = openFunctionRuntime({
  functions: [
    definition('f'),
    definition('quick', { timeoutMs: 100 }),
    definition('small', { memoryMb: 20 }),
    definition('lost', { handler: 'nowhere.handler' }),
    single,
    ...many,
  ],
  environmentOf,
  clock,
  logs,
});
afterAll(async () => {
  await runtime.close();
  logs.close();
  rmSync(directory, { recursive: true });
});

describe('functions in worker threads', () => {
  it('see their own environment and nothing of the host', async () => {
    const answer = (await runtime.invoke('f', { do: 'context' })) as {
      env: object;
      name: string;
      left: number;
    };
    expect(answer).toMatchObject({ env: { NAME: 'f' }, name: 'f' });
    expect(Object.keys(answer.env)).toEqual(['NAME']);
    expect(answer.left).toBeGreaterThan(timeoutMs / 2);
    expect(answer.left).toBeLessThanOrEqual(timeoutMs);
  });

  it('stay warm from call to call', async () => {
    const first = (await runtime.invoke('f', {})) as { calls: number };
    const second = (await runtime.invoke('f', {})) as { calls: number };
    expect(second.calls).toBe(first.calls + 1);
  });

  it('live in the local time', async () => {
    const day = 86_400_000;
    new Float64Array(clock)[0] = 22 * day;
    const answer = (await runtime.invoke('f', { do: 'time' })) as Record<string, number>;
    new Float64Array(clock)[0] = 0;
    expect(Math.abs(answer.now! - Date.now() - 22 * day)).toBeLessThan(5000);
    expect(answer.fresh! - answer.now!).toBeLessThan(5000);
    expect(answer).toMatchObject({ year: 2020, text: 'string', is: true });
  });

  it.each([
    ['f', 'throw', 'TypeError', 'bad thing'],
    ['f', 'exit', 'Runtime.ExitError', 'exit status 3'],
    ['f', 'stray', 'Error', 'stray'],
    ['f', 'stray null', 'Error', 'null'],
    ['f', 'large', 'Function.ResponseSizeTooLarge', '6291456'],
    ['small', 'eat', 'Runtime.OutOfMemory', '20 MB'],
    ['small', 'buffers', 'Runtime.OutOfMemory', '20 MB'],
    ['lost', '', 'Runtime.HandlerNotFound', 'nowhere.handler'],
    ['unknown', '', 'ResourceNotFoundException', 'unknown'],
  ])('%s doing "%s" fails with %s', async (name, what, errorType, message) => {
    await expect(runtime.invoke(name, { do: what })).rejects.toMatchObject({
      errorType,
      message: expect.stringContaining(message),
    });
  });

  it('are killed at their timeout, and start again', async () => {
    await runtime.invoke('quick', {});
    await expect(runtime.invoke('quick', { do: 'hang' })).rejects.toMatchObject({
      errorType: 'Sandbox.Timedout',
      message: expect.stringContaining('Task timed out after 0.10 seconds'),
    });
    expect(await runtime.invoke('quick', {})).toEqual({ calls: 1 });
  });

  it('answer one request at a time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => runtime.invoke('single', { ms: 20 })));
    expect(answers).toEqual([{ calls: 1 }, { calls: 2 }, { calls: 3 }]);
  });

  it('go on as they began when their environment changes, and others begin with the new one', async () => {
    const [running, waiting] = [1, 2].map(() => runtime.invoke('single', { ms: 50 }));
    single.environment = { LATER: 'yes' };
    runtime.renew('single');
    const next = runtime.invoke('single', { do: 'context' });
    expect((await next) as object).toMatchObject({ env: { LATER: 'yes' } });
    const calls = [await running, await waiting].map(
      (answer) => (answer as { calls: number }).calls,
    );
    expect(calls[1]).toBe(calls[0]! + 1);
  });

  it('give nothing as null', async () => {
    expect(await runtime.invoke('f', { do: 'nothing' })).toBeNull();
  });

  it('stay when many are in use', async () => {
    for (const { name } of many) await runtime.invoke(name, {});
    expect(await runtime.invoke('many-13', {})).toEqual({ calls: 2 });
    expect(await runtime.invoke('many-0', {})).toEqual({ calls: 2 });
  });

  it.each([
    ['four, which always stay', 0, 10],
    ['nine', 9 * 33_000_000, 5],
  ])('stop when they are idle and memory is for %s', async (_, busyMemoryBytes, first) => {
    const small = openFunctionRuntime({
      functions: many,
      environmentOf,
      clock,
      logs,
      busyMemoryBytes,
    });
    for (const { name } of many) await small.invoke(name, {});
    // The latest ones have stayed.
    for (const { name } of many.slice(first)) {
      expect(await small.invoke(name, {}), name).toEqual({ calls: 2 });
    }
    for (const { name } of many.slice(0, first)) {
      expect(await small.invoke(name, {}), name).toEqual({ calls: 1 });
    }
    await small.close();
  });

  it('have it in the log why they ended', async () => {
    await expect(runtime.invoke('f', { do: 'stray' })).rejects.toThrow('stray');
    await runtime.invoke('quick', {});
    await expect(runtime.invoke('quick', { do: 'hang' })).rejects.toThrow('timed out');
    await expect.poll(() => reported).toContain('ERROR f: Error: stray');
    const late = expect.stringMatching(/^ERROR quick: Sandbox.Timedout: .*timed out after 0.10 s/);
    await expect.poll(() => reported).toContainEqual(late);
  });

  it('write warnings to the log and to the console', async () => {
    await runtime.invoke('f', { do: 'log' });
    await expect.poll(() => reported).toContain('WARN f: watch out');
    await expect
      .poll(() => readFileSync(join(directory, 'logs/f.log'), 'utf8'))
      .toContain('watch out');
  });
});
