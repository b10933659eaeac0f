import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { callerResolver } from '#core/request/caller-resolver.ts';
import { lambda } from '#core/request/lambda.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import { keyHolder, logKeySearch, uncountedKeyHolder, warmIndex } from '#functions/search/index.ts';
import { mcp } from '#shared/contract/mcp.ts';
import { answerMessage } from '../answer-message.ts';
import { columnsInWords, indexTools } from '../index-tools.ts';
import { patentTools } from '../patent-tools.ts';

/** The holder of an API key. A tool's call counts as a query; the handshake and the list of tools are free. */
const mcpCaller = callerResolver('api-key', (event) =>
  isToolCall(event) ? keyHolder(event) : uncountedKeyHolder(event),
);

function isToolCall({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): boolean {
  try {
    const text = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
    return JSON.parse(text)?.method === 'tools/call';
  } catch {
    return false;
  }
}

const toolsOf = (indexId: string, columns?: string) => ({
  ...indexTools(indexId, columns),
  ...(indexId === patentsIndex && patentTools),
});

export const handler = lambda(
  mcp,
  'call-mcp',
  mcpCaller,
  ({ params: { index_id: indexId }, body, ...call }) =>
    answerMessage(body, {
      all: toolsOf(indexId),
      described: async () => toolsOf(indexId, await columnsInWords(indexId)),
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
