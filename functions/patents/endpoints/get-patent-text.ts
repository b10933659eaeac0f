import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { patents } from '#shared/contract/patents.ts';
import { fittedAnswer } from '../fitted-answer.ts';
import { readPatent } from '../read-patent.ts';

/** Patents are public: a caller's token changes nothing. Each network has a limit. */
export const handler = lambda(
  patents,
  'get-patent-text',
  passerby,
  async ({ body, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    return fittedAnswer(await readPatent(body.ucid));
  },
);
