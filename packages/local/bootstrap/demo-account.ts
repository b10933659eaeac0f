import { randomBytes } from 'node:crypto';
import { callAsHost } from '#local/aws/run-operation.ts';
import { AwsError } from '#local/aws/service.ts';
import type { Cloud } from '#local/cloud.ts';
import type { DemoAccount } from '#local/host/local-addresses.ts';
import { envName } from '#shared/resources.ts';
import { api } from './api.ts';
import type { State } from './state.ts';

const demoEmail = 'demo@antecede.example';
const demoName = 'Demo Account';
const organization = 'Demo Organization';

/**
 * Creates the demo account like a person would: a user of the pool, a user record, an organization with a key for
 * each catalogue. A start that was killed may have done some of the steps already.
 */
export async function makeDemoAccount(cloud: Cloud, state: State): Promise<DemoAccount> {
  const password = state.values.demo?.password ?? randomBytes(9).toString('base64url');
  state.values.demo = { email: demoEmail, password, org_id: '', api_keys: {} };
  await state.save();

  const request = api(cloud);
  const { userPoolId, userPoolClientId } = await request<Config>('GET', '/config.json');
  await makeUser(cloud, userPoolId, password);
  const signIn = await cognito(cloud, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: userPoolClientId,
    AuthParameters: { USERNAME: demoEmail, PASSWORD: password },
  });
  const { IdToken } = signIn.AuthenticationResult as { IdToken: string };
  const { sub } = JSON.parse(Buffer.from(IdToken.split('.')[1]!, 'base64url').toString());
  const user = { full_name: demoName, email: demoEmail, auth_user_id: sub, type: 'sign_up' };
  await request('POST', '/api/users', { token: IdToken, body: user, accept: [409] });
  await request('POST', '/api/organizations', {
    token: IdToken,
    body: { name: organization },
    accept: [409],
  });
  const own = () => request<Organization>('GET', '/api/organizations', { token: IdToken });
  // Organizations get keys of the catalogues that serve. These are still being built.
  const { item_id, apis: first } = await own();
  for (const [index, keys] of [
    ['us_patents', first.us_patents_api_keys],
    ['wikipedia', first.wiki_api_keys],
    ['arxiv', first.arxiv_api_keys],
  ] as const) {
    const body = { org_id: item_id, index };
    if (keys.length === 0) await request('POST', '/api/index', { token: IdToken, body });
  }
  const { apis } = await own();
  const demo: DemoAccount = {
    email: demoEmail,
    password,
    org_id: item_id,
    api_keys: {
      us_patents: apis.us_patents_api_keys[0]!.api_key,
      wikipedia: apis.wiki_api_keys[0]!.api_key,
      arxiv: apis.arxiv_api_keys[0]!.api_key,
    },
  };
  await subscribe(cloud, item_id);
  state.values.demo = demo;
  await state.save();
  return demo;
}

/** Gives the organization an active subscription without an end, so that the demo account never expires. */
async function subscribe(cloud: Cloud, orgId: string): Promise<void> {
  const reader = cloud.assembly.functions.find(({ name }) => name.endsWith('-get-user'));
  const TableName = reader?.environment[envName('table', 'Accounts')];
  if (!TableName) throw new Error('the assembly has no table of accounts');
  const start = Math.floor(cloud.clock.now() / 1000);
  const input = {
    TableName,
    Key: { pk: { S: `ORG#${orgId}` }, sk: { S: 'ORG' } },
    UpdateExpression: 'SET subscription = :active',
    ExpressionAttributeValues: {
      ':active': { M: { status: { S: 'active' }, current_period_start: { N: String(start) } } },
    },
  };
  await callAsHost(cloud.services.dynamodb, 'UpdateItem', input);
}

interface Config {
  userPoolId: string;
  userPoolClientId: string;
}

type Keys = { api_key: string }[];

interface Organization {
  item_id: string;
  apis: { us_patents_api_keys: Keys; wiki_api_keys: Keys; arxiv_api_keys: Keys };
}

async function makeUser(cloud: Cloud, UserPoolId: string, password: string): Promise<void> {
  await cognito(cloud, 'AdminCreateUser', {
    UserPoolId,
    Username: demoEmail,
    MessageAction: 'SUPPRESS',
    UserAttributes: [
      { Name: 'email', Value: demoEmail },
      { Name: 'email_verified', Value: 'true' },
      { Name: 'name', Value: demoName },
    ],
  }).catch((error) => {
    if (!(error instanceof AwsError && error.code === 'UsernameExistsException')) throw error;
  });
  const user = { UserPoolId, Username: demoEmail };
  await cognito(cloud, 'AdminSetUserPassword', { ...user, Password: password, Permanent: true });
}

async function cognito(
  cloud: Cloud,
  operation: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const answer = await callAsHost(cloud.services.cognito, operation, input);
  return answer as Record<string, unknown>;
}
