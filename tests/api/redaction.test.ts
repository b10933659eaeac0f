/** What must never be in a log, whether calls succeed, are refused or break; and what an operator finds in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { waitFor } from '#tests/support/wait-for.ts';
import { newConversation } from './support/chat.ts';
import { codeOf, signIn, waitForMail } from './support/cognito.ts';
import { animals, createIndex, firstKey, upload } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { orderFault } from './support/order-fault.ts';
import {
  clientOf,
  newAdmin,
  newMember,
  newUser,
  origin,
  temporaryPassword,
} from './support/people.ts';

/** How all secrets and addresses look: these lines are of all tests so far. */
const shapes: Record<string, RegExp> = {
  'a key or a token of ours': /\b(ak|ut|tt|rt)_[0-9a-hjkmnp-tv-z]{40}\b/,
  'a token of the user pool': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}/,
  'a signed address': /X-Amz-Signature=|X-Amz-Credential=/i,
  'a key of a provider': /\b(sk|rk|whsec)_(test|live)?_?[A-Za-z0-9]{16,}|\bsk-[A-Za-z0-9_-]{20,}/,
  'a mail address': /[\w.+-]+@example\.com/,
};

function logLines(): string[] {
  const folder = join(inject('installation').dataDir, 'logs');
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .map((line) => `${name}: ${line}`),
  );
}

test('logs hold no keys, tokens, passwords, codes, signed addresses or mail addresses', async () => {
  const admin = await newAdmin();
  const member = await newMember(admin);
  const { item_id } = await createIndex(admin, 'R', await upload(admin, 'r.csv', animals));
  const apiKey = await firstKey(admin, item_id);
  const { threadToken } = await newConversation(admin.call);
  const code = codeOf(await waitForMail(origin(), admin.email, /code/i))!;
  const temporary = await temporaryPassword(member.email);
  const query = { request: { conceptFeaturesString: 'fish', maxNumItems: 1 } };

  // Refused: with secrets where they do not belong.
  const wrongKey = `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;
  const asked = (key: string) =>
    admin.call('query-index', { params: { index_id: item_id }, body: query, apiKey: key });
  await expectFailure(asked(wrongKey), 'InvalidApiKey');
  await expect(clientOf(`${admin.idToken}x`)('get-user', { query: {} })).rejects.toThrow(
    /Unauthorized|sign in/i,
  );
  await expect(signIn(origin(), { ...admin, password: `${admin.password}?` })).rejects.toThrow(
    'Incorrect username or password',
  );
  const misplaced = { orgId: admin.orgId, index_id: apiKey };
  await expectFailure(admin.call('rebuild-index', { body: misplaced }), 'IndexNotFound');
  // Broken: the error is logged.
  await orderFault(origin(), 'dynamodb:Query', 'ValidationException', {
    containing: `ORG#${admin.orgId}`,
    times: 1,
  });
  await expectFailure(admin.call('list-users', { query: {} }), 'Internal');

  const isOurs = (line: string) => /list-users.*request failed/.test(line);
  const lines = await waitFor('the line of the failure', () => {
    const written = logLines();
    return written.some(isOurs) && written;
  });
  const secrets = {
    apiKey,
    wrongKey,
    threadToken: threadToken!,
    temporary,
    password: admin.password,
    idToken: admin.idToken,
    accessToken: admin.accessToken,
    codeOfSignUp: `"${code}"`,
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(
      lines.filter((line) => line.includes(secret)),
      name,
    ).toEqual([]);
  }
  // Texts of searches are kept on purpose, and other tests search for anything.
  const others = lines.filter((line) => !line.includes('"search":{'));
  for (const [name, shape] of Object.entries(shapes)) {
    expect(
      others.filter((line) => shape.test(line)),
      name,
    ).toEqual([]);
  }
});

test('all that a request starts logs its id, which the answer names', async () => {
  const { authUserId, idToken } = await newUser();
  const answer = await fetch(`${origin()}/api/user/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_user_id: authUserId }),
  });
  expect(answer.status).toBe(200);
  const requestId = answer.headers.get('apigw-requestid')!;
  const expected = [
    'request-data-export: request',
    'export-person: export ready',
    'send-mail: mail sent',
  ];
  await waitFor('a line of each function', () => {
    const written = logLines().filter((line) => line.includes(`"requestId":"${requestId}"`));
    const told = written.map((line) =>
      line.replace(/^antecede-local-(\S+)\.log: .*"message":"([^"]*)".*/, '$1: $2'),
    );
    return expected.every((line) => told.includes(line));
  });
});
