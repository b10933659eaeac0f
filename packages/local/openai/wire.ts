import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type OpenAI from 'openai';
import { findRoute } from '#local/aws/protocol/route.ts';
import { runAsHost } from '#local/aws/run-operation.ts';
import { AwsError, type Operation } from '#local/aws/service.ts';
import { hasBearerKey } from '#local/host/has-bearer-key.ts';
import { BodyTooLarge, readBody } from '#local/host/read-body.ts';
import { chatChunks } from './chat-chunks.ts';
import { invalid, OpenAiFailure } from './failure.ts';
import { distort, failBefore } from './faults.ts';
import { responseEvents } from './response-events.ts';

export interface WireOptions {
  operations: Readonly<Record<string, Operation>>;
  /** Path below which the API answers, `/_local/openai/v1`. */
  basePath: string;
  apiKey: string;
  /** The failure that a test has ordered for this call, see `faults.ts`. */
  faultOf(operation: string, body: Buffer, caller: string): string | undefined;
  onFault(error: unknown): void;
}

const maxBodyBytes = 16 * 1024 * 1024;

/** Answers OpenAI's API to callers with the key. */
export function openOpenAiWire(options: WireOptions) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    response.setHeader('x-request-id', `req_${randomBytes(12).toString('hex')}`);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    try {
      const { answer, fault, operation } = await answerTo(request, url, options, gone.signal);
      if (gone.signal.aborted) return;
      if (operation === 'CreateEmbedding') {
        sendJson(response, 200, answer);
        return;
      }
      const said = distort(answer as OpenAI.Responses.Response, fault);
      const isChat = operation === 'CreateChatCompletion';
      sendEvents(response, isChat ? chatEvents(said) : namedEvents(said), fault);
    } catch (error) {
      if (gone.signal.aborted) return;
      const failure = asFailure(error, options.onFault);
      for (const [name, value] of Object.entries(failure.headers)) response.setHeader(name, value);
      sendJson(response, failure.status, { error: failure.body });
    }
  };
}

async function answerTo(
  request: IncomingMessage,
  url: URL,
  { operations, basePath, apiKey, faultOf }: WireOptions,
  gone: AbortSignal,
): Promise<{ answer: object; fault: string | undefined; operation: string }> {
  requireKey(request, apiKey);
  const { method = 'GET' } = request;
  const path = url.pathname.slice(basePath.length);
  const found = findRoute(operations, { method, path, query: url.searchParams });
  if (!found) {
    throw new OpenAiFailure(
      404,
      'invalid_request_error',
      `Invalid URL (${method} ${url.pathname}), or it is not emulated.`,
    );
  }
  const body = method === 'POST' ? await readBody(request, maxBodyBytes) : Buffer.alloc(0);
  // Tests order failures of the assistant, whichever of its APIs is called.
  const isEmbedding = found.name === 'CreateEmbedding';
  const name = isEmbedding ? 'openai:CreateEmbedding' : 'openai:CreateResponse';
  const fault = faultOf(name, body, 'openai');
  await failBefore(fault, gone);
  const members = { ...readJson(body), ...found.members };
  // The key identifies the caller, so operations check no permissions.
  const answer = await runAsHost(found.operation, members, 'invalid_value');
  return { answer: answer as object, fault, operation: found.name };
}

function readJson(body: Buffer): object {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Refused below, like any other body that is not an object.
  }
  throw invalid('We could not parse the JSON body of your request.');
}

function requireKey({ headers }: IncomingMessage, apiKey: string): void {
  if (hasBearerKey(headers, apiKey)) return;
  throw new OpenAiFailure(401, 'authentication_error', 'Incorrect API key provided.', {
    code: 'invalid_api_key',
  });
}

function asFailure(error: unknown, onFault: (error: unknown) => void): OpenAiFailure {
  if (error instanceof OpenAiFailure) return error;
  if (error instanceof AwsError) return asInvalid(error);
  if (error instanceof BodyTooLarge) {
    return new OpenAiFailure(413, 'invalid_request_error', 'The request is too large.');
  }
  onFault(error);
  return new OpenAiFailure(500, 'server_error', (error as Error).message);
}

/** The error for an invalid input, with the parameter that is wrong. */
function asInvalid({ message }: AwsError): OpenAiFailure {
  const param = message.split(/:| is not emulated/)[0]!;
  if (message.endsWith(' is not emulated')) {
    return invalid(
      `Unknown parameter: '${param}', or it is not emulated.`,
      param,
      'unknown_parameter',
    );
  }
  if (message.endsWith('received undefined')) {
    return invalid(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
  }
  return invalid(message, param, 'invalid_value');
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const namedEvents = (answer: OpenAI.Responses.Response) =>
  responseEvents(answer).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

const chatEvents = (answer: OpenAI.Responses.Response) => [
  ...chatChunks(answer).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
  'data: [DONE]\n\n',
];

/** Streams server-sent events. The fault `cut` ends the connection half-way. */
function sendEvents(
  response: ServerResponse,
  events: readonly string[],
  fault: string | undefined,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const sent = fault === 'cut' ? events.slice(0, Math.ceil(events.length / 2)) : events;
  for (const event of sent) response.write(event);
  if (fault === 'cut') response.socket?.destroySoon();
  else response.end();
}
