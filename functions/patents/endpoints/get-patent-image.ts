import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { patents } from '#shared/contract/patents.ts';
import { getPatentImage } from '../patent-documents.ts';
import { servedDocuments } from '../read-patent.ts';

/** What a file that is a PNG begins with. */
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Base64 makes a third more of it, and an answer has 6 MB at most. */
const maxImageBytes = 4_400_000;

/** Patents are public. The firewall limits each network address. */
export const handler = lambda(patents, 'get-patent-image', anyone, async ({ query, fail }) => {
  const bytes = await getPatentImage(await servedDocuments(), query.ucid, query.name);
  const isServable = bytes && bytes.length <= maxImageBytes;
  // Nothing else leaves by this address, whatever a delivery had.
  if (!isServable || signature.compare(bytes, 0, signature.length) !== 0) throw fail('NotFound');
  return Buffer.from(bytes).toString('base64');
});
