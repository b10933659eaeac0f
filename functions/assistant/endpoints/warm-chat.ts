import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import { requestWarmth } from '#functions/search/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { warmChatFunctions } from '../warm-chat-functions.ts';

export const handler = lambda(chat, 'warm-chat', anyone, async ({ now }) => {
  await requestWarmth('assistant', warmChatFunctions, patentsIndex, now);
  return {};
});
