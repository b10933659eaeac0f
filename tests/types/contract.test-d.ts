/**
 * Compile-time guarantees of the contract. `tsc` is the test runner: an `@ts-expect-error` that is
 * not an error fails the build.
 */

import { anyone } from '#core/request/anyone.ts';
import { type ApiHandler, lambda } from '#core/request/lambda.ts';
import type { DeclaredEndpoint } from '#functions/features.ts';
import { admin, member } from '#functions/people/callers.ts';
import { requireOwnOrganization } from '#functions/people/principal.ts';
import type { handler as getHealth } from '#functions/site/endpoints/get-health.ts';
import { createClient } from '#shared/client.ts';
import type { EndpointName } from '#shared/contract/contract.ts';
import { docs } from '#shared/contract/docs.ts';
import { indexes } from '#shared/contract/indexes.ts';
import { organizations } from '#shared/contract/organizations.ts';
import { system } from '#shared/contract/system.ts';
import { datasets } from '#tables/datasets.ts';

// A handler cannot be bound to another endpoint's route.
// @ts-expect-error the handler of get-health does not serve list-indexes
const wrong: ApiHandler<'list-indexes'> = {} as typeof getHealth;

// Every endpoint of the contract is in a feature.
const withoutFeature: Record<Exclude<EndpointName, DeclaredEndpoint>, never> = {};

// A use case must return what the contract says.
// @ts-expect-error status is 'ok', nothing else
lambda(system, 'get-health', anyone, async () => ({ status: 'fine' }));

// The principal is established as the contract demands, not more loosely.
// @ts-expect-error list-indexes is for members
lambda(indexes, 'list-indexes', anyone, async () => ({ items: [] }));
lambda(indexes, 'list-indexes', member, async () => ({ items: [] }));

// @ts-expect-error update-organization is for admins
lambda(organizations, 'update-organization', member, async () => ({
  item_id: '',
  name: '',
  created_at: '',
}));
lambda(organizations, 'update-organization', admin, async () => ({
  item_id: '',
  name: '',
  created_at: '',
}));

// The principal depends on who may call.
lambda(system, 'get-health', anyone, async ({ principal }) => {
  // @ts-expect-error a public endpoint knows nobody
  void principal.orgId;
  return { status: 'ok' };
});

// A use case fails with codes that its contract has, or that follow from who calls and what is sent.
lambda(docs, 'get-docs-markdown', anyone, async ({ fail }) => {
  // @ts-expect-error get-docs-markdown does not declare LastKey
  fail('LastKey');
  // @ts-expect-error nobody has to be signed in for it
  fail('Unauthenticated');
  fail('InvalidRequest');
  throw fail('NotFound');
});

// The client knows what each call takes and gives.
const client = createClient({ baseUrl: '', fetch: {} as never });
// @ts-expect-error the body of create-organization has a name
void client('create-organization', { body: {} });
// @ts-expect-error there is no such endpoint
void client('get-everything');
const health = client('get-health');
// @ts-expect-error the status is a text, not a number
const status: Promise<{ status: number }> = health;

export { status, withoutFeature, wrong };

// An organization's id that a caller sent is no key, and no argument of a store, before it was compared with the caller.
lambda(organizations, 'get-organization', member, async ({ query, principal }) => {
  const sent = query.org_id!;
  // @ts-expect-error the table cannot be asked with it
  datasets.file.key({ org_id: sent, name_order: 'a' });
  // @ts-expect-error nor any function that takes an id
  const laundered: string = sent;
  requireOwnOrganization(principal, sent);
  datasets.file.key({ org_id: principal.orgId, name_order: laundered });
  throw new Error('only types are looked at');
});
