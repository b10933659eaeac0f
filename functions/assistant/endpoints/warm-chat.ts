import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { functionArn } from '#core/runtime/config.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import { requestWarmth, sendWarmEvent } from '#functions/search/index.ts';
import { chat } from '#shared/contract/chat.ts';

export const handler = lambda(chat, 'warm-chat', anyone, async ({ now }) => {
  await requestWarmth('assistant', warmChatFunctions, patentsIndex, now);
  return {};
});

/** Has all functions that a first question passes get ready, at the same time. Does not wait for them. */
async function warmChatFunctions(indexId: string): Promise<void> {
  const passed = [
    // It reads the index, which takes longest.
    functionArn('lambda:InvokeFunction GetFilteredData'),
    functionArn('lambda:InvokeFunction CreateChatThread'),
    functionArn('lambda:InvokeFunction CreateChatMessage'),
    functionArn('lambda:InvokeFunction CreateChatRun'),
    functionArn('lambda:InvokeFunction AnswerChat'),
    functionArn('lambda:InvokeFunction GetChatRun'),
    functionArn('lambda:InvokeFunction SubmitToolOutputs'),
    functionArn('lambda:InvokeFunction GetChatThread'),
    functionArn('lambda:InvokeFunction ListChatMessages'),
  ];
  await Promise.all(passed.map((arn) => sendWarmEvent(arn, indexId)));
}
