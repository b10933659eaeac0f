import type * as z from 'zod';
import type { ErrorCode } from '#shared/errors.ts';

/**
 * Who may call an endpoint:
 * - `public`: anybody
 * - `token`: a verified identity token; the user record may not exist yet
 * - `user`: a token whose user record exists
 * - `member`: a user who belongs to an organisation
 * - `admin`: a member with the role admin
 * - `api-key`: the holder of a key of the index named in the path
 * - `upload-token`: the holder of the token of the upload named in the path
 */
export type Access = 'public' | 'token' | 'user' | 'member' | 'admin' | 'api-key' | 'upload-token';

/** Whether the gateway lets every caller through, so that the function checks the credentials itself. */
export const isOpen = (access: Access) => ['public', 'api-key', 'upload-token'].includes(access);

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint as data. Routes, Lambda wrapper, client and API documents all read it. */
export interface Endpoint {
  method: Method;
  /** Full path on the origin, parameters in braces: `/api/v1/indexes/{index_id}/query`. */
  path: string;
  access: Access;
  /** One sentence for the API document. */
  summary: string;
  /** Groups endpoints in the API document. */
  tag: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  output: z.ZodType;
  /** Media type of a successful answer that is text instead of JSON. */
  mediaType?: 'text/markdown' | 'text/plain';
  /** Set when some paths of the route answer with the web app instead: says which. */
  alsoHtml?: string;
  /** Expected errors, in addition to those that `access` and the schemas imply (`errors-of.ts`). */
  errors?: readonly ErrorCode[];
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a use case receives: validated input with defaults filled in. */
export interface InputOf<E extends Endpoint> {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
}

/** What a client sends. Parts that the endpoint does not take are absent. */
export type RequestOf<E extends Endpoint> = (E extends { params: z.ZodType }
  ? { params: In<E['params']> }
  : unknown) &
  (E extends { query: z.ZodType } ? { query: In<E['query']> } : unknown) &
  (E extends { body: z.ZodType } ? { body: In<E['body']> } : unknown);

/** What a use case returns and a client receives. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>;
