import type * as z from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import type { ManagementScope } from '#shared/management-scopes.ts';
import type { KeyUse } from './key-restrictions.ts';

interface AccessKind {
  /** The credential of a caller, as the name of its security scheme in the API document. */
  credential?: 'identityToken' | 'apiKey' | 'uploadToken' | 'threadToken' | 'stripeSignature';
  /** Set if an identity token is optional. */
  optional?: true;
  /** Errors for callers without access. */
  errors: readonly ErrorCode[];
}

const userErrors = ['Unauthenticated', 'UserNotFound', 'SecondFactorRequired'] as const;
const memberErrors = [...userErrors, 'NoOrganization'] as const;

/** Who may call an endpoint. A new kind is an entry here, and a resolver in `functions/request/`. */
export const accessKinds = {
  /** Anybody. */
  public: { errors: [] },
  /** A verified identity token; the user record may not exist yet. */
  token: { credential: 'identityToken', errors: ['Unauthenticated'] },
  /** A token whose user record exists. */
  user: { credential: 'identityToken', errors: userErrors },
  /** A user who belongs to an organization. */
  member: { credential: 'identityToken', errors: memberErrors },
  /** A member of an organization that pays or is on trial: what costs the provider storage or computation. */
  subscriber: { credential: 'identityToken', errors: [...memberErrors, 'SubscriptionExpired'] },
  /** A member with the role admin. */
  admin: { credential: 'identityToken', errors: [...memberErrors, 'Forbidden'] },
  /** A user whom the operator has made one of the provider's staff. */
  staff: { credential: 'identityToken', errors: [...userErrors, 'Forbidden', 'SignInAgain'] },
  /** The holder of a key of the index named in the path, or of those that the body names. */
  'api-key': {
    credential: 'apiKey',
    errors: [
      'InvalidApiKey',
      'KeyRestricted',
      'SubscriptionExpired',
      'RateLimited',
      'QuotaExceeded',
    ],
  },
  /** The holder of the token of the upload named in the path. */
  'upload-token': { credential: 'uploadToken', errors: ['UploadTokenInvalid'] },
  /**
   * Anybody, signed in or not. A given identity token must be valid. The token of a thread gives access to
   * a conversation that began without a sign-in.
   */
  visitor: { credential: 'threadToken', optional: true, errors: userErrors },
  /** The payment provider, which signs the raw body. */
  'stripe-signature': {
    credential: 'stripeSignature',
    errors: ['SignatureInvalid', 'BillingUnavailable'],
  },
} as const satisfies Record<string, AccessKind>;

export type Access = keyof typeof accessKinds;

/** The credential of callers of this kind; undefined for anybody. */
export function credentialOf(access: Access): AccessKind['credential'] {
  const kind: AccessKind = accessKinds[access];
  return kind.credential;
}

/** The accepted credentials for the API document. One of them is enough. */
export function securityOf(access: Access): Record<string, []>[] {
  const { credential, optional }: AccessKind = accessKinds[access];
  const own: Record<string, []>[] = credential ? [{ [credential]: [] }] : [];
  return optional ? [...own, { identityToken: [] }, {}] : own;
}

/** Whether the gateway, which knows identity tokens only, lets every caller through to the function. */
export const isOpen = (access: Access) => credentialOf(access) !== 'identityToken';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint as data. Routes, Lambda wrapper, client and API documents all read it. */
export interface Endpoint {
  method: Method;
  /** Full path on the origin, parameters in braces: `/api/v1/indexes/{index_id}/query`. */
  path: string;
  access: Access;
  /** Of calls with keys: what a restricted key must be allowed. */
  use?: KeyUse | 'rows';
  /** Set if the body names the keys, one for each index, and no header does. */
  keysInBody?: true;
  /** Set if management keys open it, too, below `/api/manage/`: the scope that a key needs. */
  manages?: ManagementScope | 'any';
  /** One sentence for the API document. */
  summary: string;
  /** Groups endpoints in the API document. */
  tag: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Member of the body that JSON lines fill, one entry a line: with the type `application/x-ndjson`, it has nothing else. */
  lines?: string;
  output: z.ZodType;
  /** Media type of a successful answer that is not JSON. Of an image, the output is its bytes in base64. */
  mediaType?: 'text/markdown' | 'text/plain' | 'application/xml' | 'image/png';
  /** How long a successful answer may be kept by browsers; it is not stored if absent. */
  cacheSeconds?: number;
  /** Set if a successful answer redirects the browser: the output is the address. */
  redirects?: true;
  /** Set if a call may need no answer: without an output, it is answered with status 202 and no body. */
  mayAccept?: true;
  /** Set if some paths of the route answer with the web app: names these paths. */
  alsoHtml?: string;
  /** Set if the header `Idempotency-Key` makes a repeated call the same call, which is carried out once. */
  repeatable?: true;
  /** Set if programs ask again and again: the route answers `HEAD`, too, as that of every public `GET`. Every answer to a GET has an `ETag`. */
  polled?: true;
  /** Expected errors, in addition to those that `access` and the schemas imply (`errors-of.ts`). */
  errors?: readonly ErrorCode[];
}

/** The methods that the route of an endpoint answers. */
export const methodsOf = ({ method, access, polled }: Endpoint): readonly (Method | 'HEAD')[] =>
  polled || (method === 'GET' && access === 'public') ? [method, 'HEAD'] : [method];

/** HTTP status of a successful answer. */
export const successStatus = ({ redirects }: Endpoint) => (redirects ? 302 : 200);

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
