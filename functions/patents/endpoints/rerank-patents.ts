import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { chatTools } from '#shared/contract/chat-tools.ts';
import { rerankPatents } from '../rerank-patents.ts';

/** Public and limited as `get-filtered-data` is. */
export const handler = lambda(chatTools, 'rerank-patents', anyone, ({ body }) =>
  rerankPatents(body),
);
