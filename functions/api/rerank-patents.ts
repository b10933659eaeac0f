import { rerankPatents } from '#functions/domain/rerank-patents.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { chatTools } from '#shared/contract/chat-tools.ts';

/** Public and limited as `get-filtered-data` is. */
export const handler = lambda(chatTools, 'rerank-patents', anyone, ({ body }) =>
  rerankPatents(body),
);
