import type { ErrorCode } from '#shared/errors.ts';
import { accessKinds, type Endpoint } from './endpoint.ts';

/** Every endpoint can be overloaded or fail. */
const ourErrors = ['Busy', 'Internal'] as const;

type DeclaredError<E> = E extends { errors: readonly (infer C extends ErrorCode)[] } ? C : never;
type ManagedError<E> = E extends { manages: string } ? 'KeyRestricted' : never;
type RepeatedError<E> = E extends { repeatable: true } ? 'IdempotencyKeyUsed' : never;
type InputError<E> = E extends { params: object } | { query: object } | { body: object }
  ? 'InvalidRequest'
  : never;

/** The codes that an endpoint can answer with: those it declares, and those that its access kind and its schemas imply. */
export type ErrorOf<E extends Endpoint> =
  | DeclaredError<E>
  | ManagedError<E>
  | RepeatedError<E>
  | InputError<E>
  | (typeof accessKinds)[E['access']]['errors'][number]
  | (typeof ourErrors)[number];

/** The same as data, each code once. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const takesInput = endpoint.params || endpoint.query || endpoint.body;
  const codes = new Set<ErrorCode>([
    ...(takesInput ? (['InvalidRequest'] as const) : []),
    ...accessKinds[endpoint.access].errors,
    ...(endpoint.manages ? (['KeyRestricted'] as const) : []),
    ...(endpoint.repeatable ? (['IdempotencyKeyUsed'] as const) : []),
    ...(endpoint.errors ?? []),
    ...ourErrors,
  ]);
  return [...codes];
}
