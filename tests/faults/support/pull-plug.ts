/**
 * Kills the process that loads it at one call of an AWS service: `PLUG_CALL` counts them from the first
 * request to the API on that is no GET, or from the first call of the operation `PLUG_FROM` on; `PLUG_MOMENT` says whether before or
 * after the call's answer.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const moments = {
  'before the answer': 'http.server.request.start',
  'after the answer': 'http.server.response.finish',
};

if (isMainThread) {
  const channel = moments[process.env.PLUG_MOMENT as keyof typeof moments];
  const from = process.env.PLUG_FROM;
  let left = Number(process.env.PLUG_CALL);
  let isCounting = false;
  subscribe(channel, (message) => {
    const { method, url = '', headers } = (message as { request: IncomingMessage }).request;
    isCounting ||= from
      ? headers['x-amz-target'] === from
      : method !== 'GET' && url.startsWith('/api/');
    if (isCounting && url.startsWith('/_local/aws')) left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  });
}
