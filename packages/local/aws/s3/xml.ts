import type { ServerResponse } from 'node:http';
import type * as z from 'zod';
import { parseXml, writeXml } from '#local/aws/protocol/xml.ts';
import { parseInput } from '#local/aws/run-operation.ts';
import { AwsError, type RestRequest } from '#local/aws/service.ts';

/** More than the largest documents of S3 need: 1,000 keys to delete, or 10,000 parts. */
const maxDocumentBytes = 2 * 1024 * 1024;

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
/** Elements that S3 repeats. */
const lists = ['Object', 'Part'];

/** Answers with an XML document; an array stands for a repeated element, undefined leaves one out. */
export function answerXml(response: ServerResponse, root: string, content: object): void {
  const xml = writeXml(root, content, namespace);
  response.writeHead(200, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(xml),
  });
  response.end(xml);
}

/**
 * Reads the XML document of a request. Elements become members, repeated ones arrays. Throws `MalformedXML` on a document of another shape.
 */
export async function readXml<S extends z.ZodType>(
  request: RestRequest,
  shape: S,
): Promise<z.output<S>> {
  const text = await readText(request);
  let document: unknown;
  try {
    document = parseXml(text, lists);
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
    if (sizeBytes > maxDocumentBytes) {
      throw new AwsError('MaxMessageLengthExceeded', 'Your request was too large.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
