import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerResolver } from '#core/request/caller-resolver.ts';
import { lambda } from '#core/request/lambda.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import {
  keyHolder,
  logKeySearch,
  type Sight,
  uncountedKeyHolder,
  warmIndex,
} from '#functions/search/index.ts';
import { type McpMessage, mcp } from '#shared/contract/mcp.ts';
import { answerMessage } from '../answer-message.ts';
import { columnsInWords, indexTools } from '../index-tools.ts';
import { patentTools } from '../patent-tools.ts';
import { requireRevision } from '../revisions.ts';

/** The holder of an API key. A tool's call counts as a query; the handshake and the list of tools are free. */
const mcpCaller = callerResolver('api-key', (event, endpoint) => {
  const message = messageOf(event);
  requireRevision(event.headers, message);
  return message?.method === 'tools/call'
    ? keyHolder(event, endpoint)
    : uncountedKeyHolder(event, endpoint);
});

/** What the body says; undefined if it is no JSON, which is refused later. */
function messageOf({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): McpMessage | undefined {
  try {
    const text = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Documents of patents are beside the index: a key that sees a part of it has no tool to read them. */
const toolsOf = (sight: Sight, columns: string, usage: Promise<unknown> | undefined) => ({
  ...indexTools(sight, columns, usage),
  ...(sight.indexId === patentsIndex && !sight.scope && patentTools),
});

export const handler = lambda(
  mcp,
  'call-mcp',
  mcpCaller,
  ({ body, ...call }) =>
    answerMessage(body, {
      all: toolsOf(call.principal, '', call.usage),
      described: async () =>
        toolsOf(call.principal, await columnsInWords(call.principal), call.usage),
      async run(tool, given) {
        const text = tool.searched?.(given);
        if (text === undefined) return tool.run(given);
        return logKeySearch(call, text, async () => {
          const answer = await tool.run(given);
          return { answer, results: answer.results };
        });
      },
    }),
  warmIndex,
);
