import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Request } from 'autocannon';
import type { Credentials } from '#tests/api/support/cognito.ts';
import { type Installation, newOrganization, type Organization } from '../installation.ts';

const index = 'wikipedia';
const texts = [
  'organisms that make fuel from sugar',
  'planets around other stars',
  'animals that hunt by night',
  'the history of writing',
  'rivers and their floods',
];

/** Queries with these keys, in turns. */
export const queries = (keys: readonly string[]): Request[] =>
  keys.map((key, position) => ({
    method: 'POST',
    path: `/api/v1/indexes/${index}/query`,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      request: { conceptFeaturesString: texts[position % texts.length], maxNumItems: 10 },
    }),
  }));

/** The lists that the pages of a signed-in person show. */
export const lists = ({ orgId, idToken }: Organization): Request[] =>
  [`indexes?org_id=${orgId}`, `datasets/files?key=${orgId}`, `users?org_id=${orgId}`].map(
    (path) => ({
      method: 'GET',
      path: `/api/${path}`,
      headers: { authorization: `Bearer ${idToken}` },
    }),
  );

/** Sign-ins of these people. The browser makes them at the user pool, without the API. */
export const signIns = (people: readonly Credentials[], ClientId: string): Request[] =>
  people.map(({ email, password }) => ({
    method: 'POST',
    path: '/_local/aws/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  }));

/** What visitors of the public pages ask for. */
export const visits = (): Request[] => [
  ...['/', '/patents/US-99010012-B2', '/docs/us_patents.md'].map((path) => ({
    method: 'GET' as const,
    path,
  })),
  {
    method: 'POST',
    path: '/api/get-patent-text',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ucid: 'US 99,010,012 B2' }),
  },
];

/** Another organization that may send this many queries in a day. */
export async function newTenant(
  { stack, assembly }: Installation,
  queriesPerDay: number,
): Promise<Organization> {
  const tenant = await newOrganization(stack.origin, `${randomUUID()}@example.com`);
  const isTable = ({ type, ref }: { type: string; ref: string }) =>
    type === 'AWS::DynamoDB::Table' && ref.includes('Accounts');
  await DynamoDBDocumentClient.from(new DynamoDBClient(stack.client)).send(
    new UpdateCommand({
      TableName: assembly.resources.find(isTable)!.ref,
      Key: { pk: `ORG#${tenant.orgId}`, sk: 'ORG' },
      UpdateExpression: 'SET queries_per_day = :count',
      ExpressionAttributeValues: { ':count': queriesPerDay },
    }),
  );
  return tenant;
}

/** The key that each organization gets for the index that is queried. */
export async function keyOf({ call }: Organization): Promise<string> {
  const { [index]: keys } = await call('list-index-keys', { query: {} });
  return keys![0]!.api_key;
}
