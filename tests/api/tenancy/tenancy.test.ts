/**
 * Isolation of organizations: every kind of caller calls every endpoint with each object of another
 * organization, at each place in a request. Nothing may be read or changed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, endpointNames } from '#shared/contract/contract.ts';
import { type Access, type Endpoint, isOpen, successStatus } from '#shared/contract/endpoint.ts';
import { errorsOf } from '#shared/contract/errors-of.ts';
import { type ErrorCode, errorCatalog } from '#shared/errors.ts';
import { managementScopes } from '#shared/management-scopes.ts';
import { newAccount, newUser, type Person } from '../support/people.ts';
import { newStaff } from '../support/staff.ts';
import { snapshotOf } from '../support/stores.ts';
import { attacksOf } from './attacks.ts';
import { type Objects, requests } from './requests.ts';
import { type Answer, send } from './send.ts';
import { asForeign, newTenant, type Tenant } from './tenant.ts';

type Name = (typeof endpointNames)[number];

/** A caller with their own objects and the foreign ones. */
interface Caller {
  name: string;
  kind: 'admin' | 'member' | 'user' | 'anonymous';
  token: string | undefined;
  own: Objects;
  foreign: Objects;
  secrets: string[];
}

let tenants: [Tenant, Tenant];
let callers: Caller[];
let before: string[];
let vectors = 0;

const idsOfAll = () => tenants.flatMap(({ ids }) => ids);

/** What is stored of both, but for when a key was used: a caller asks with an own key for the export of others. */
const stored = async () =>
  (await snapshotOf(idsOfAll())).map((line) => line.replace(/,"tat":\d+,"used_at":"[^"]+"/, ''));

beforeAll(async () => {
  tenants = await Promise.all([newTenant(), newTenant()]);
  const [a, b] = tenants;
  const [alone, staff] = await Promise.all([newUser(), newStaff()]);
  const outside = { foreign: asForeign(b.objects.admin), secrets: b.secrets };
  const insiders = (['admin', 'member'] as const).map((kind) => ({
    ...outside,
    name: `${kind} of another organization`,
    kind,
    token: a[kind].idToken,
    own: a.objects[kind],
  }));
  const without = ({ authUserId, email, idToken: token }: Person) => ({
    ...outside,
    kind: 'user' as const,
    token,
    own: {
      ...b.objects.admin,
      authUserId,
      email,
    },
  });
  const managing = await a.admin.call('create-management-key', {
    body: { name: 'All', scopes: [...managementScopes] },
  });
  const [ofAdmin] = insiders;
  const ofKey = { name: 'management key of another organization', token: managing.key };
  callers = [
    ...insiders,
    { ...ofAdmin!, ...ofKey },
    { ...without(alone), name: 'user without organization' },
    // Staff have their own endpoints. At these endpoints they are strangers.
    { ...without(staff), name: 'staff' },
    { ...without(alone), name: 'anybody', kind: 'anonymous', token: undefined },
  ];
  before = await stored();
});

afterAll(() => {
  console.info(
    `tenancy: ${endpointNames.length} endpoints, ${callers.length} callers, ${vectors} attacks`,
  );
});

/** Staff act on all organizations, so their endpoints are not attacked. */
function strangersTo(endpoint: Name): Caller[] {
  const { access, manages }: Endpoint = contract[endpoint];
  return callers.filter(
    ({ name, token }) =>
      (access !== 'staff' || name !== 'staff') && (!token?.startsWith('mk_') || manages),
  );
}

/** Codes that reveal only "not yours, or does not exist". */
const hidden = [
  'Forbidden',
  'NotFound',
  'UserNotFound',
  'MemberNotFound',
  'DatasetNotFound',
  'IndexNotFound',
  'KeyNotFound',
  'InvalidApiKey',
  'UploadTokenInvalid',
  'ListNotFound',
  'ExportNotFound',
  'ProjectNotFound',
];

/** The code that a caller always gets because of the access kind. */
function refusal(access: Access, { kind }: Caller): ErrorCode | undefined {
  if (isOpen(access)) return undefined;
  if (kind === 'anonymous') return 'Unauthenticated';
  if (access === 'staff') return 'Forbidden';
  if (kind === 'user' && ['member', 'subscriber', 'admin'].includes(access))
    return 'NoOrganization';
  if (kind === 'member' && access === 'admin') return 'Forbidden';
  return undefined;
}

/** Why an answer to an attack is wrong; undefined if it is the expected refusal. */
function breachOf(
  name: Name,
  caller: Caller,
  { status, code = '', text }: Answer,
  odd: boolean,
): string | undefined {
  const { access } = contract[name];
  if (caller.secrets.some((secret) => text.includes(secret))) return 'tells a secret';
  const due = refusal(access, caller);
  // The gateway refuses before the function, with its own text.
  if (due === 'Unauthenticated') return status === 401 ? undefined : `wants ${due}`;
  if (due) return code === due ? undefined : `wants ${due}`;
  if (!(errorsOf(contract[name]) as string[]).includes(code)) return 'is not documented';
  const fine = [
    ...hidden,
    ...(odd ? ['InvalidRequest', 'OnlyCsv'] : []),
    ...(caller.kind === 'user' ? ['NoOrganization'] : []),
  ];
  return fine.includes(code) ? undefined : 'says too much';
}

test('the stores contain the objects under attack', () => {
  expect(before.length).toBeGreaterThan(20);
});

/** Checks some endpoints at a time, and gives what is wrong with any of them. */
async function offendersAmong(
  names: readonly Name[],
  check: (name: Name) => Promise<string[]>,
): Promise<string[]> {
  const offenders: string[] = [];
  const left = [...names];
  const work = async () => {
    for (let name = left.shift(); name; name = left.shift()) offenders.push(...(await check(name)));
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return offenders;
}

/** Attacks an endpoint as every caller, and gives the answers that are wrong. */
async function breachesOf(name: Name): Promise<string[]> {
  const breaches: string[] = [];
  for (const caller of strangersTo(name)) {
    const { kind, token, own, foreign } = caller;
    const attacks = attacksOf(requests[name], own, foreign, kind === 'admin');
    for (const { request, vector, odd } of attacks) {
      const answer = await send(name, request, token);
      vectors += 1;
      const breach = breachOf(name, caller, answer, odd);
      const told = `${name}, ${caller.name}, ${vector}: ${breach}: ${answer.status} ${answer.text}`;
      if (breach) breaches.push(told);
    }
  }
  return breaches;
}

/** Calls an endpoint as each caller without access, and gives those who were not refused as they should be. */
async function admittedTo(name: Name): Promise<string[]> {
  const admitted: string[] = [];
  for (const caller of strangersTo(name)) {
    const due = refusal(contract[name].access, caller);
    if (!due) continue;
    for (const request of requests[name](caller.own)) {
      const { status, text } = await send(name, request, caller.token);
      if (status !== errorCatalog[due].status) {
        admitted.push(`${name}, ${caller.name}: ${status} ${text}`);
      }
    }
  }
  return admitted;
}

test('every endpoint gives access only to the caller’s own objects', async () => {
  expect(await offendersAmong(endpointNames, breachesOf)).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('every endpoint refuses callers without access', async () => {
  expect(await offendersAmong(endpointNames, admittedTo)).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('nobody gives themselves an organization, a role or the rights of staff', async () => {
  const person = await newAccount();
  const wanted = { foretheta_admin: true, role: 'admin', org_id: tenants[0].admin.orgId };
  const own = { auth_user_id: person.authUserId, full_name: 'Eve' };
  const body = { ...own, ...wanted, email: person.email, type: 'sign_up' };
  expect((await send('create-user', { body }, person.idToken)).status).toBe(200);
  const change = { body: { ...own, ...wanted } };
  expect((await send('update-user', change, person.idToken)).code).toBe('InvalidRequest');
  const [record = '', ...more] = await snapshotOf([person.authUserId]);
  expect(more).toEqual([]);
  for (const name of Object.keys(wanted)) expect(record).not.toContain(name);
});

// The counterpart: each of these requests works with own objects, so the refusals were due to the foreign
// part.
test('with the own objects every request succeeds', async () => {
  // In their order, because the last ones delete what the others need.
  const rows = Object.keys(requests) as Name[];
  expect(rows.toSorted()).toEqual(endpointNames.toSorted());
  const [{ admin, objects }] = tenants;
  const failed: string[] = [];
  for (const name of rows) {
    for (const request of requests[name](objects.admin)) {
      const { status, code, text } = await send(name, request, admin.idToken);
      const { outcome } = request;
      const due = outcome ? errorCatalog[outcome].status : successStatus(contract[name]);
      if (code !== outcome || status !== due) failed.push(`${name}: ${status} ${text}`);
    }
  }
  expect(failed).toEqual([]);
});
