import { lambda } from '#core/request/lambda.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import { logKeySearch, warmIndex } from '#functions/search/index.ts';
import { mcp } from '#shared/contract/mcp.ts';
import { answerMessage } from '../answer-message.ts';
import { columnsInWords, indexTools } from '../index-tools.ts';
import { mcpCaller } from '../mcp-caller.ts';
import { patentTools } from '../patent-tools.ts';

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
