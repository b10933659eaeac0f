import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { keyRestrictions } from './key-restrictions.ts';
import { onlyMembers } from './only-members.ts';

const { uses, columns, filters, origins, queries_per_second, queries_per_day } =
  keyRestrictions.shape;

const text = z.string().max(200);
const seconds = z.int().nonnegative();

/**
 * What a tenant token says: a JSON Web Token with `alg: "EdDSA"` and `kid`, the id of the key whose public key belongs to the
 * signature. It narrows what that key may do.
 */
export const tenantToken = onlyMembers({
  exp: seconds.meta({
    description: `Epoch second at which the token ends, at most ${limits.tenantTokenHours} hours from now`,
  }),
  jti: z.string().min(1).max(100).optional().meta({
    description:
      'Whose budget it is: tokens with the same `jti` share it, so it may be the id of a customer of yours. Needed with `queries_per_second` or `queries_per_day`',
  }),
  filters,
  columns,
  uses,
  origins,
  queries_per_second,
  queries_per_day,
  iat: seconds.optional().meta({ description: 'Not read' }),
  nbf: seconds.optional().meta({ description: 'Epoch second from which on it is taken' }),
  sub: text.optional().meta({ description: 'Not read' }),
  iss: text.optional().meta({ description: 'Not read' }),
  aud: text.optional().meta({ description: 'Not read' }),
})
  .refine(
    ({ jti, queries_per_day: day, queries_per_second: second }) =>
      jti !== undefined || (day === undefined && second === undefined),
    { path: ['jti'], error: 'A budget needs it.' },
  )
  .meta({ id: 'TenantToken', description: 'What a tenant token says' });

export type TenantToken = z.output<typeof tenantToken>;
