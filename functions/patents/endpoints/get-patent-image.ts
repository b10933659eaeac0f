import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { patents } from '#shared/contract/patents.ts';
import { getPatentImage } from '../patent-documents.ts';
import { servedDocuments } from '../read-patent.ts';

/** What a file that is a PNG begins with. */
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Base64 makes a third more of it, and an answer has 6 MB at most. */
const maxImageBytes = 4_400_000;

/** Patents are public. Each network has a limit. */
export const handler = lambda(
  patents,
  'get-patent-image',
  passerby,
  async ({ query, principal, now, fail }) => {
    await requireAttempt('images_address', principal.network, now);
    const bytes = await getPatentImage(await servedDocuments(), query.ucid, query.name);
    const isServable = bytes && bytes.length <= maxImageBytes;
    // Nothing else leaves by this address, whatever a delivery had.
    if (!isServable || signature.compare(bytes, 0, signature.length) !== 0) throw fail('NotFound');
    return Buffer.from(bytes).toString('base64');
  },
);
