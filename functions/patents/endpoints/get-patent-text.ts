import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { patents } from '#shared/contract/patents.ts';
import { fittedAnswer } from '../fitted-answer.ts';
import { readPatent } from '../read-patent.ts';

/** Patents are public: a caller's token changes nothing. The firewall limits each network address. */
export const handler = lambda(patents, 'get-patent-text', anyone, async ({ body }) =>
  fittedAnswer(await readPatent(body.ucid)),
);
