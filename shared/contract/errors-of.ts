import type { ErrorCode } from '#shared/errors.ts';
import type { Access, Endpoint } from './endpoint.ts';

const userErrors = ['Unauthenticated', 'UserNotFound'] as const;
const memberErrors = [...userErrors, 'NoOrganization'] as const;

/** What a caller hears who is not let in. */
const accessErrors = {
  public: [],
  token: ['Unauthenticated'],
  user: userErrors,
  member: memberErrors,
  admin: [...memberErrors, 'Forbidden'],
  'api-key': ['InvalidApiKey', 'SubscriptionExpired', 'RateLimited', 'QuotaExceeded'],
  'upload-token': ['UploadTokenInvalid'],
} as const satisfies Record<Access, readonly ErrorCode[]>;

/** Every endpoint may be asked more than it can do at the moment, or be broken. */
const ourErrors = ['Busy', 'Internal'] as const;

type DeclaredError<E> = E extends { errors: readonly (infer C extends ErrorCode)[] } ? C : never;
type InputError<E> = E extends { params: object } | { query: object } | { body: object }
  ? 'InvalidRequest'
  : never;

/** The codes that an endpoint can answer with: those it declares, and those that its access kind and its schemas imply. */
export type ErrorOf<E extends Endpoint> =
  | DeclaredError<E>
  | InputError<E>
  | (typeof accessErrors)[E['access']][number]
  | (typeof ourErrors)[number];

/** The same as data, each code once. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const takesInput = endpoint.params || endpoint.query || endpoint.body;
  const codes = new Set<ErrorCode>([
    ...(takesInput ? (['InvalidRequest'] as const) : []),
    ...accessErrors[endpoint.access],
    ...(endpoint.errors ?? []),
    ...ourErrors,
  ]);
  return [...codes];
}
