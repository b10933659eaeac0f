import type { ServerResponse } from 'node:http';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type * as z from 'zod';
import { parseInput } from '../run-operation.ts';
import { AwsError, type RestRequest } from '../service.ts';

/** More than the largest documents of S3 need: 1,000 keys to delete, or 10,000 parts. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

const builder = new XMLBuilder({ ignoreAttributes: false });
const parser = new XMLParser({
  ignoreAttributes: false,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  // This option is needed for numeric character references, which the SDK uses for line ends.
  htmlEntities: true,
  isArray: (name) => name === 'Object' || name === 'Part',
});

/** Answers with an XML document; an array stands for a repeated element, undefined leaves one out. */
export function answerXml(response: ServerResponse, root: string, content: object): void {
  const xml = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    [root]: { '@_xmlns': 'http://s3.amazonaws.com/doc/2006-03-01/', ...content },
  });
  response.writeHead(200, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(xml),
  });
  response.end(xml);
}

/**
 * Reads the XML document of a request. Elements become members, repeated ones arrays, attributes
 * members like `@_xmlns`. Throws `MalformedXML` on a document of another shape.
 */
export async function readXml<S extends z.ZodType>(
  request: RestRequest,
  shape: S,
): Promise<z.output<S>> {
  const text = await readText(request);
  let document: unknown;
  try {
    document = parser.parse(text, true);
  } catch (error) {
    throw new AwsError('MalformedXML', (error as Error).message);
  }
  return parseInput(shape, document, 'MalformedXML');
}

async function readText({ body }: RestRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // Leaving the loop early must not close the connection that the answer needs.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_DOCUMENT_BYTES) {
      throw new AwsError('MaxMessageLengthExceeded', 'Your request was too large.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
