import * as z from 'zod';

const address = z.url({
  protocol: /^https?$/,
  hostname: /./,
  error: 'is not an address',
});
/** A server on the same machine needs no encryption. */
const isPrivate = (text: string) =>
  text.startsWith('https:') || /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(text);

/** Base address of a provider of models, `https://host/v1`. */
export const modelEndpoint = address.refine(isPrivate, 'is not an https address');

/** What an endpoint speaks: OpenAI's Responses API, or its older Chat Completions. */
export const modelApi = z.enum(['responses', 'chat']);
