import { readPatent } from '#functions/domain/read-patent.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { patents } from '#shared/contract/patents.ts';

/** Patents are public: a caller's token changes nothing. The firewall limits each network address. */
export const handler = lambda(patents, 'get-patent-text', anyone, ({ body }) =>
  readPatent(body.ucid),
);
