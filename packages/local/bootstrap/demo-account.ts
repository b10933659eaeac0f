import { randomBytes } from 'node:crypto';
import { callAsHost } from '#local/aws/run-operation.ts';
import { AwsError } from '#local/aws/service.ts';
import type { Cloud } from '#local/cloud.ts';
import type { DemoAccount } from '#local/host/local-addresses.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
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
  const api_keys = state.values.demo?.api_keys ?? {};
  state.values.demo = { email: demoEmail, password, org_id: '', api_keys };
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
  const masked = '/api/organizations?masked=true';
  const { item_id } = await request<{ item_id: string }>('GET', masked, { token: IdToken });
  // The answer that makes a key has its text. To look at it later would be noted, and told by mail.
  for (const index of ['us_patents', 'wikipedia', 'arxiv']) {
    if (api_keys[index]) continue;
    const body = { org_id: item_id, index };
    const made = await request<ApiKey>('POST', '/api/index', { token: IdToken, body });
    api_keys[index] = made.api_key;
    await state.save();
  }
  const demo: DemoAccount = { email: demoEmail, password, org_id: item_id, api_keys };
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
