import { lambda } from '#core/request/lambda.ts';
import { staff } from '#functions/people/index.ts';
import { daysOf } from '#functions/search/index.ts';
import { assistantFigures, chatFigures } from '#shared/contract/chat-figures.ts';
import { listDays } from '../assistant-days.ts';

export const handler = lambda(
  chatFigures,
  'get-assistant-figures',
  staff,
  async ({ query, now }) => {
    const { from, to } = daysOf(query, now);
    const days = (await listDays(from, to)).map((record) => assistantFigures.parse(record));
    return { days: days.toReversed() };
  },
);
