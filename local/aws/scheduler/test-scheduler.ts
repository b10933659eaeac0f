import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { openScheduler, type SchedulerOptions } from '#local/aws/scheduler/scheduler.ts';
import type { RestRequest } from '#local/aws/service.ts';

export const target = {
  Arn: 'arn:aws:lambda:eu-west-1:000000000000:function:remind',
  RoleArn: 'arn:aws:iam::000000000000:role/scheduler',
};
/** A Monday, 10:00 UTC. */
export const start = Date.UTC(2026, 10, 23, 10);

/** A scheduler whose clock stands still until it is advanced; `calls` are the payloads of the function. */
export async function openTestScheduler(options: Partial<SchedulerOptions> = {}) {
  const clock = { time: start, now: () => clock.time };
  const listeners: (() => void)[] = [];
  const calls: unknown[] = [];
  const scheduler = await openScheduler({
    dataDir: mkdtempSync(join(tmpdir(), 'scheduler-')),
    clock,
    invoke: async (_, payload) => void calls.push(payload),
    onClockChange: (listener) => void listeners.push(listener),
    ...options,
  });
  /** Moves the clock and lets what is due run. */
  const advance = async (ms: number) => {
    clock.time += ms;
    for (const listener of listeners) listener();
    await new Promise((done) => setTimeout(done, 5));
  };
  const declare = (name: string, properties: object) =>
    scheduler.declare({
      ...{
        stack: 'test',
        logicalId: name,
        type: 'AWS::Scheduler::Schedule',
        ref: name,
        metadata: {},
      },
      attributes: { Arn: `arn:aws:scheduler:eu-west-1:000000000000:schedule/default/${name}` },
      properties: { FlexibleTimeWindow: { Mode: 'OFF' }, Target: target, ...properties },
    });
  return { scheduler, clock, calls, advance, declare };
}

/** The SDK's client of a scheduler, over HTTP. */
export async function connect({ scheduler }: Awaited<ReturnType<typeof openTestScheduler>>) {
  const server = createServer((message, response) => {
    const { pathname, searchParams } = new URL(String(message.url), 'http://local');
    const request: RestRequest = {
      ...{ method: String(message.method), path: pathname, query: searchParams, body: message },
      ...{ headers: message.headers, caller: { kind: 'host' } },
    };
    scheduler.handle(request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new SchedulerClient({
    region: 'eu-west-1',
    endpoint: url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const close = () => {
    client.destroy();
    server.close();
  };
  return { client, url, close };
}
