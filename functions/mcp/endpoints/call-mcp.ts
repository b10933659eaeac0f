import { lambda } from '#core/request/lambda.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import { logKeySearch, warmIndex } from '#functions/search/index.ts';
import { mcp } from '#shared/contract/mcp.ts';
import { answerMessage } from '../answer-message.ts';
import { indexTools } from '../index-tools.ts';
import { mcpCaller } from '../mcp-caller.ts';
import { patentTools } from '../patent-tools.ts';

export const handler = lambda(
  mcp,
  'call-mcp',
  mcpCaller,
  ({ params: { index_id: indexId }, body, ...call }) =>
    answerMessage(body, {
      list: async () => ({
        ...(await indexTools(indexId)),
        ...(indexId === patentsIndex && patentTools),
      }),
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
