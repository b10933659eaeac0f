import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler } from './word-account-mail.ts';

// How many of these mails are sent is tested against the stack.
vi.mock('#core/request/require-attempt.ts', () => ({ requireAttempt: async () => {} }));

const invitation = 'CustomMessage_AdminCreateUser';
const codes = [
  'CustomMessage_SignUp',
  'CustomMessage_ResendCode',
  'CustomMessage_ForgotPassword',
  'CustomMessage_UpdateUserAttribute',
  'CustomMessage_VerifyUserAttribute',
];
const name = 'Buy gold at http://spam.example';

async function wordsOf(triggerSource: string, clientMetadata?: Record<string, string>) {
  const event = {
    triggerSource,
    request: {
      userAttributes: { email: 'ada@example.com', name },
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      clientMetadata,
      usernameParameter: triggerSource === invitation ? '{username}' : null,
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  } as unknown as CustomMessageTriggerEvent;
  const { response } = await handler(event);
  return { subject: response.emailSubject ?? '', html: response.emailMessage ?? '' };
}

beforeEach(() => {
  vi.stubEnv('PUBLIC_ORIGIN', 'https://antecede.example');
});

test.each([...codes, invitation])(
  '%s has a place for the code, and what Cognito accepts',
  async (source) => {
    const { subject, html } = await wordsOf(source);
    expect(subject).toMatch(/Antecede/);
    expect(subject.length).toBeLessThanOrEqual(140);
    expect(html.split('{####}')).toHaveLength(2);
    expect(html.length).toBeLessThanOrEqual(20_000);
    expect(html).not.toContain('spam');
  },
);

test('a sign-up, a reset and a change of address are told apart by their subjects', async () => {
  const [signUp, again, reset, change, changeAgain] = await Promise.all(
    codes.map((source) => wordsOf(source)),
  );
  expect(again).toEqual(signUp);
  expect(changeAgain).toEqual(change);
  expect(new Set([signUp, reset, change].map((words) => words?.subject)).size).toBe(3);
});

test('an invitation names the sign-in name, and links to the app if its address is known', async () => {
  expect((await wordsOf(invitation)).html).toMatch(
    /\{username\}.*href="https:\/\/antecede\.example\/sign-in"/s,
  );
  vi.stubEnv('PUBLIC_ORIGIN', undefined);
  expect((await wordsOf(invitation)).html).not.toContain('href="');
});

test('an invitation names who invites and the organization, on one line and as text', async () => {
  const { html } = await wordsOf(invitation, {
    inviter: 'Ada\r\n\u2028Byron <b>{####} evil.example J. R.',
    organization: '{username} & “Sons”\u202e',
  });
  expect(html).toContain(
    'Ada Byron &lt;b&gt; evil example J. R. invites you to the organization “username &amp; “Sons”” at Antecede.',
  );
  expect(html.split('{####}')).toHaveLength(2);
  expect(html.split('{username}')).toHaveLength(2);
});

test('a code says nothing that a client sends along', async () => {
  const names = { inviter: name, organization: name };
  for (const source of codes) expect((await wordsOf(source, names)).html).not.toContain('spam');
});

test('other mails keep the text of Cognito', async () => {
  expect(await wordsOf('CustomMessage_Authentication')).toEqual({ subject: '', html: '' });
});
