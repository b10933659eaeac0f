import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { requestWarmth, warmAssistant } from '#functions/search/index.ts';
import { patents } from '#shared/contract/patents.ts';
import { patentsIndex } from '../find-patent.ts';

/** The assistant's searches run in a function of their own, which the key of an index does not reach. */
export const handler = lambda(patents, 'warm-patents', anyone, async ({ now }) => {
  await requestWarmth('assistant', warmAssistant, patentsIndex, now);
  return {};
});
