/**
 * Tests whether response times reveal secrets: who has an account, and what exists in another organization.
 * Each line compares two requests with the same answer, sent alternately, and marks significant differences
 * (|z| of the rank sums above 4). A local stack shows smaller differences than a network would.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '#shared/client.ts';
import { codeOf, cognito, signIn, signUp, waitForMail } from '#tests/api/support/cognito.ts';
import { openInstallation } from './installation.ts';
import { median } from './median.ts';

const password = 'a long password';
const newAddress = () => `${randomBytes(8).toString('hex')}@example.com`;

/** z-score of the rank sum of `a` (Mann–Whitney test): 0 if neither list tends to be slower. */
function rankSumZ(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((ms) => ({ ms, mine: true })), ...b.map((ms) => ({ ms, mine: false }))]
    .toSorted((x, y) => x.ms - y.ms)
    .map(({ mine }, at) => (mine ? at + 1 : 0));
  const sum = ranked.reduce((total, rank) => total + rank, 0);
  const [m, n] = [a.length, b.length];
  return (sum - (m * (m + n + 1)) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12);
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act().catch(() => undefined);
  return performance.now() - startedAt;
}

type Act = () => Promise<unknown>;

/** Two requests to compare. Each gets the number of the round. */
interface Pair {
  name: string;
  known: (round: number) => Act;
  unknown: (round: number) => Act;
  rounds: number;
}

async function compare({ name, known, unknown, rounds }: Pair): Promise<string> {
  const [a, b]: [number[], number[]] = [[], []];
  for (let round = -2; round < rounds; round++) {
    const [first, second] = [known(Math.max(0, round)), unknown(Math.max(0, round))];
    // The order alternates, so that neither request profits from running second.
    const swapped = round % 2 !== 0;
    const times = swapped
      ? [await time(second), await time(first)].toReversed()
      : [await time(first), await time(second)];
    if (round < 0) continue;
    a.push(times[0]!);
    b.push(times[1]!);
  }
  const z = rankSumZ(a, b);
  const figures = `${median(a).toFixed(1)} / ${median(b).toFixed(1)} ms`;
  return `${name.padEnd(52)}${figures.padEnd(20)}z ${z.toFixed(1)}${Math.abs(z) > 4 ? '  LEAKS' : ''}`;
}

/** A new organization with a file and an index. */
async function newObjects(origin: string) {
  const email = newAddress();
  const authUserId = await signUp(origin, { email, password, name: 'Other' });
  const { IdToken } = await signIn(origin, { email, password });
  const call: Client = createClient({
    fetch: (url, init) => fetch(url, init as RequestInit),
    baseUrl: origin,
    getToken: async () => IdToken,
  });
  await call('create-user', {
    body: { full_name: 'Other', email, auth_user_id: authUserId, type: 'sign_up' },
  });
  const { item_id: orgId } = await call('create-organization', { body: { name: 'Other' } });
  const { url, fields } = await call('create-upload', {
    body: { org_id: orgId, user_email: email, filename: 'a.csv' },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob(['id,text\n1,fish\n2,bird\n']));
  await fetch(url, { method: 'POST', body: form });
  const fileKey = `org/${orgId}/a.csv`;
  const { item_id: indexId } = await call('create-index', {
    body: {
      name: 'Other',
      orgId,
      userId: authUserId,
      email,
      status: 'Processing',
      columnsRole: { id: 'metadata', text: 'index' },
      columnsData: '[]',
      datasetSize: 0,
      dataset: { value: fileKey, label: 'a' },
    },
  });
  const keys = await call('list-index-keys', { query: {} });
  return {
    email,
    orgId,
    fileKey,
    indexId,
    keyId: keys.arxiv![0]!.id,
    apiKey: keys.arxiv![0]!.api_key,
  };
}

async function newAccounts(origin: string, count: number, confirmed: boolean): Promise<string[]> {
  const addresses = Array.from({ length: count }, newAddress);
  for (const Username of addresses) {
    await cognito(origin, 'SignUp', { Username, Password: password });
    if (!confirmed) continue;
    const ConfirmationCode = codeOf(await waitForMail(origin, Username, /code/));
    await cognito(origin, 'ConfirmSignUp', { Username, ConfirmationCode });
  }
  return addresses;
}

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { json: { type: 'boolean' } } });
  const { stack, call, orgId, close } = await openInstallation();
  const lines: string[] = [];
  try {
    const { origin } = stack;
    const confirmed = await newAccounts(origin, 8, true);
    const unconfirmed = await newAccounts(origin, 8, false);
    const strangers = Array.from({ length: 8 }, newAddress);
    const other = await newObjects(origin);
    const me = (await call('get-user', { query: {} })).auth_user_id;
    const pool = (operation: string, input: Record<string, unknown>) => () =>
      cognito(origin, operation, input);
    const begin = (USERNAME: string) =>
      pool('InitiateAuth', {
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME, SRP_A: randomBytes(380).toString('hex') },
      });
    const wrong = (USERNAME: string) =>
      pool('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME, PASSWORD: 'not the password' },
      });
    const forgot = (Username: string) => pool('ForgotPassword', { Username });
    const resend = (Username: string) => pool('ResendConfirmationCode', { Username });
    const at = (list: readonly string[]) => (round: number) => list[round % list.length]!;
    const [known, fresh, nobody] = [at(confirmed), at(unconfirmed), at(strangers)];
    const accounts = (name: string, act: (address: string) => Act, whom = known, rounds = 64) => ({
      name: `${name}: account / nobody`,
      known: (round: number) => act(whom(round)),
      rounds,
      unknown: (round: number) => act(nobody(round)),
    });
    const objects = (name: string, act: (id: string) => Act, foreign: string, missing: string) => ({
      name: `${name}: foreign / missing`,
      known: () => act(foreign),
      unknown: () => act(missing),
      rounds: 60,
    });
    const org = { org_id: orgId };
    const query = (apiKey: string) => () =>
      call('query-index', {
        params: { index_id: 'wikipedia' },
        body: { request: { conceptFeaturesString: 'fish' } },
        apiKey,
      });
    const pairs: Pair[] = [
      accounts('begin a sign-in', begin),
      // Fewer attempts than would lock an account.
      accounts('wrong password', wrong, known, 24),
      accounts('reset', forgot, known, 56),
      accounts('another code', resend, fresh, 56),
      {
        name: 'sign-up: account / nobody',
        known: (round) => pool('SignUp', { Username: known(round), Password: password }),
        unknown: () => pool('SignUp', { Username: newAddress(), Password: password }),
        rounds: 40,
      },
      objects(
        'rejects of an index',
        (index_id) => () => call('list-index-rejects', { query: { index_id } }),
        ...([other.indexId, 'idx_0123456789abcdefghjk'] as const),
      ),
      objects(
        'an index',
        (index_id) => () => call('list-indexes', { query: { index_id } }),
        ...([other.indexId, 'idx_0123456789abcdefghjk'] as const),
      ),
      objects(
        'preview of a file',
        (key) => () => call('get-dataset-files', { query: { key } }),
        ...([other.fileKey, `org/${other.orgId}/b.csv`] as const),
      ),
      objects(
        'deletion of a file',
        (key) => () => call('delete-dataset-file', { query: { key } }),
        ...([other.fileKey, `org/${other.orgId}/b.csv`] as const),
      ),
      objects(
        'deletion of a key',
        (api_key_id) => () =>
          call('delete-index-key', { body: { ...org, index: 'arxiv', api_key_id } }),
        ...([other.keyId, 'key_0123456789abcdefghjk'] as const),
      ),
      objects(
        'a new key of an index',
        (index) => () => call('create-index-key', { body: { ...org, index } }),
        ...([other.indexId, 'idx_0123456789abcdefghjk'] as const),
      ),
      objects(
        'removal of a member',
        (username) => () => call('remove-user', { body: { ...org, username, auth_user_id: me } }),
        ...([other.email, newAddress()] as const),
      ),
      objects('a query', query, other.apiKey, 'ak_0123456789abcdefghjk0123456789abcdefghjk'),
    ];
    for (const pair of pairs) {
      const line = await compare(pair);
      lines.push(line);
      if (!values.json) console.log(line);
    }
  } finally {
    await close();
  }
  if (values.json) console.log(JSON.stringify(lines, null, 2));
}
