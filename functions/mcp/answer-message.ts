import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { OtherAnswer } from '#core/request/other-answer.ts';
import type { McpMessage } from '#shared/contract/mcp.ts';
import { ProductError } from '#shared/errors.ts';
import { codes, isModern, protocolError, supportedVersions } from './revisions.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** The tools of an index, and how a call of one is run. */
export interface Tools {
  readonly all: Readonly<Record<string, Tool>>;
  /** The same, with what an assistant should know of the index. */
  described(): Promise<Record<string, Tool>>;
  /** @throws ProductError */
  run(tool: Tool, given: Record<string, unknown>): Promise<ToolAnswer>;
}

/** What both revisions say of the server. */
const serverInfo = { name: 'antecede', title: 'Antecede', version: '1.0' };
const capabilities = { tools: {} };

/** How long a client may keep what hardly ever changes: a rebuild may change the columns of an index. */
const keptMs = 300_000;
const kept = { ttlMs: keptMs, cacheScope: 'private' };

/**
 * Answers one message, of either revision. There are no sessions: each is answered by itself.
 * @returns undefined for a message that needs no answer
 * @throws what a tool throws that its caller cannot mend
 * @throws OtherAnswer
 */
export async function answerMessage(
  message: McpMessage,
  tools: Tools,
): Promise<McpMessage | undefined> {
  if (!isModern(message)) return answerLegacy(message, tools);
  const { id, method = '' } = message;
  const complete = (result: object) => ({
    jsonrpc: '2.0' as const,
    id,
    result: {
      ...result,
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    },
  });
  if (method === 'server/discover') {
    return complete({ supportedVersions, capabilities, ...kept });
  }
  if (method !== 'tools/list' && method !== 'tools/call') {
    if (id === undefined) return undefined;
    throw new OtherAnswer(404, protocolError(id, codes.noMethod, 'Method not found'));
  }
  const answered = await answerLegacy(message, tools);
  if (!answered || !('result' in answered)) return answered;
  return complete({ ...(answered.result as object), ...(method === 'tools/list' && kept) });
}

async function answerLegacy(message: McpMessage, tools: Tools): Promise<McpMessage | undefined> {
  // The server says nothing to what is not a message of the protocol: the caller would wait until the function runs out of time.
  const { success, data: known } = JSONRPCMessageSchema.safeParse(message);
  if (!success) throw new ProductError('InvalidRequest', 'This is not a message of the protocol.');
  const server = new Server(serverInfo, { capabilities });
  let failure: Error | undefined;
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const listed = Object.entries(await tools.described().catch(noted));
    return { tools: listed.map(([name, tool]) => described(name, tool)) };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    called(tools, params.name, params.arguments ?? {}).catch(noted),
  );
  // The protocol would tell the caller what went wrong inside.
  function noted(error: unknown): never {
    failure = error as Error;
    throw error;
  }
  const answer = await sent(server, known);
  await server.close();
  if (failure) throw failure;
  return answer;
}

function described(name: string, { title, description, arguments: schema }: Tool) {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

async function called(tools: Tools, name: string, given: Record<string, unknown>) {
  try {
    const tool = Object.hasOwn(tools.all, name) ? tools.all[name] : undefined;
    if (!tool) throw new ProductError('InvalidRequest', `There is no tool ${name.slice(0, 100)}.`);
    const { data, error } = tool.arguments.safeParse(given);
    if (error) throw new ProductError('InvalidRequest', z.prettifyError(error));
    const { answer } = await tools.run(tool, data);
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
      structuredContent: answer,
    };
  } catch (error) {
    // An assistant can mend its call. What only the provider can is an error of the request.
    if (!(error instanceof ProductError) || error.status >= 500) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}

/** Hands a message to a server, and returns what it sends back. */
async function sent(server: Server, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = {
    async start() {},
    async close() {},
    async send(answer) {
      resolve(answer);
    },
  };
  await server.connect(transport);
  transport.onmessage?.(message);
  return 'method' in message && 'id' in message ? promise : undefined;
}
