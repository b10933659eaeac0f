import { randomBytes } from 'node:crypto';
import type OpenAI from 'openai';
import { OpenAiFailure } from './failure.ts';

/** The stand-in does not think: it only sees to it that callers pass back what it gave them, unchanged. */
const content = (id: string) => `encrypted:${id}`;

export function thoughtItem(): OpenAI.Responses.ResponseReasoningItem {
  const id = `rs_${randomBytes(12).toString('hex')}`;
  return { type: 'reasoning', id, summary: [], encrypted_content: content(id) };
}

/** Throws OpenAI's error for a thought that another model had, or that was changed. */
export function requireOwnThoughts(
  items: readonly { type: string; id?: string | undefined; encrypted_content?: string }[],
): void {
  for (const { type, id, encrypted_content } of items) {
    if (type !== 'reasoning' || encrypted_content === content(id!)) continue;
    throw new OpenAiFailure(
      400,
      'invalid_request_error',
      'The encrypted content could not be verified.',
      { code: 'invalid_encrypted_content' },
    );
  }
}
