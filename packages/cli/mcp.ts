/**
 * `antecede mcp`: lets assistants that only start local programs speak to an index. It hands each message of its standard input to
 * the index, and writes what that answers to its standard output, one line a message.
 */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransientStatus, pauseMs } from './retry.ts';

/** Longer than any answer of the API takes. */
const answerMs = 60_000;

const longestPauseMs = 5000;
const retries = 2;

const internalError = -32603;
const parseError = -32700;

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; _meta?: Record<string, unknown> };
}

interface Bridge {
  /** Address of the index: `…/api/v1/indexes/{index_id}`. */
  endpoint: string;
  apiKey: string;
  input: Readable;
  output: Writable;
}

/** Runs until the input ends and everything is answered. */
export async function bridge({ endpoint, apiKey, input, output }: Bridge): Promise<void> {
  /** What the handshake of an earlier revision has settled. */
  let settled: string | undefined;
  const write = (message: object) => output.write(`${JSON.stringify(message)}\n`);

  async function send(line: string, message: Message): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': apiKey,
      ...headersOf(message, settled),
    };
    for (let retry = 0; ; retry++) {
      const signal = AbortSignal.timeout(answerMs);
      const request = { method: 'POST', headers, body: line, signal };
      const response = await fetch(`${endpoint}/mcp`, request);
      const pause = Number(response.headers.get('retry-after') ?? 0) * 1000;
      // An assistant waits for seconds, not for the next day's quota.
      const isWorthIt = isTransientStatus(response.status) && pause <= longestPauseMs;
      if (!isWorthIt || retry >= retries) return response;
      await sleep(pauseMs(retry, pause));
    }
  }

  async function answer(line: string): Promise<void> {
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      write({ jsonrpc: '2.0', id: null, error: { code: parseError, message: 'This is no JSON.' } });
      return;
    }
    const { id } = message;
    const fail = (problem: string) => {
      if (id !== undefined) {
        write({ jsonrpc: '2.0', id, error: { code: internalError, message: problem } });
      }
    };
    try {
      const response = await send(line, message);
      if (response.status === 202) return;
      const body = await response.json();
      if (body.jsonrpc !== '2.0') {
        const [error] = body.errors ?? [];
        fail(error ? `${error.code}: ${error.message}` : `${endpoint} answered ${response.status}`);
        return;
      }
      const { protocolVersion } = body.result ?? {};
      if (message.method === 'initialize' && typeof protocolVersion === 'string') {
        settled = protocolVersion;
      }
      write(body);
    } catch (error) {
      fail(`${endpoint} cannot be reached: ${(error as Error).message}`);
    }
  }

  const running = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const work = answer(line).finally(() => running.delete(work));
    running.add(work);
  }
  await Promise.all(running);
}

/** Headers that repeat what a message says, as its revision wants it. */
function headersOf(
  { method = '', params }: Message,
  settled: string | undefined,
): Record<string, string> {
  const own = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof own !== 'string') return settled ? { 'mcp-protocol-version': settled } : {};
  return {
    'mcp-protocol-version': encoded(own),
    'mcp-method': encoded(method),
    ...(typeof params?.name === 'string' && { 'mcp-name': encoded(params.name) }),
  };
}

/** Headers hold plain ASCII; other texts are written in base64 between two marks. */
const encoded = (text: string) =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
