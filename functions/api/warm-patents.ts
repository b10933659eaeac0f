import { patentsIndex } from '#functions/domain/find-patent.ts';
import { requestWarmth } from '#functions/domain/request-warmth.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { warmAssistant } from '#functions/store/warm-events.ts';
import { patents } from '#shared/contract/patents.ts';

/** The assistant's searches run in a function of their own, which the key of an index does not reach. */
export const handler = lambda(patents, 'warm-patents', anyone, async ({ now }) => {
  await requestWarmth('assistant', warmAssistant, patentsIndex, now);
  return {};
});
