import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect, inject, test } from 'vitest';
import { personHash } from '#core/storage/person-hash.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { readMailbox, waitForMail } from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, newAddress, newUser, origin } from './support/people.ts';

const call = anonymous();
const subscribe = (EMAIL: string) => call('subscribe-newsletter', { body: { EMAIL } });

/** The token in the link of the mail that confirms a subscription. */
async function confirmationToken(email: string): Promise<string> {
  const { text } = await waitForMail(origin(), email, /^Please confirm your subscription$/);
  return /\/newsletter#confirm=([\w.-]+)/.exec(text)![1]!;
}

test('nobody is subscribed before the owner of the address has confirmed', async () => {
  const email = newAddress();
  await subscribe(email);
  const token = await confirmationToken(email);
  // A second request before that succeeds, because the first mail may be lost.
  await subscribe(email);
  await call('confirm-newsletter', { body: { token } });
  await call('confirm-newsletter', { body: { token } });
  // Nobody learns that the address is subscribed.
  expect(await subscribe(email.toUpperCase())).toEqual(await subscribe(newAddress()));
});

test('unsubscribing needs the secret of the subscriber’s own link', async () => {
  const email = newAddress();
  await subscribe(email);
  await call('confirm-newsletter', { body: { token: await confirmationToken(email) } });
  const person = personHash(email);
  await call('leave-newsletter', { body: { token: `${person}.${'x'.repeat(32)}` } });
  await call('leave-newsletter', { body: { token: `${'y'.repeat(43)}.${'x'.repeat(32)}` } });
  const own = (await listSubscribers()).find((subscriber) => subscriber.email === email)!;
  const token = /\/newsletter#leave=(\S+)$/.exec(own.leave_link)![1]!;
  await call('leave-newsletter', { body: { token } });
  expect((await listSubscribers()).map((subscriber) => subscriber.email)).not.toContain(email);
});

test('unknown links are refused, malformed ones too', async () => {
  await expectFailure(
    call('confirm-newsletter', { body: { token: 'x'.repeat(32) } }),
    'LinkExpired',
  );
  for (const token of ['', '../../secrets', 'a b', 'x'.repeat(300)]) {
    await expectFailure(call('confirm-newsletter', { body: { token } }), 'InvalidRequest');
  }
});

test('an address gets at most three mails an hour, from all callers together', async () => {
  const email = newAddress();
  for (let asked = 0; asked < 3; asked += 1) await subscribe(email);
  await expectFailure(subscribe(email), 'TooManyAttempts');
  await expectFailure(subscribe(email.replace('@', '+tag@')), 'TooManyAttempts');
});

test('an address with line breaks does not become a mail header', async () => {
  for (const address of ['a@example.com\nbcc: b@example.com', 'a@example.com, b@example.com']) {
    await expectFailure(subscribe(address), 'InvalidRequest');
  }
});

test('a request for a demonstration sends a mail to the sales team', async () => {
  const email = newAddress();
  const { salesEmail } = await call('get-config');
  const message = '<b>Show me</b> the chart';
  await call('request-demo', { body: { full_name: 'Ada Lovelace', email, message } });
  // Other tests write to the sales team, too.
  const mail = await waitFor('the mail with this address', async () =>
    (await readMailbox(origin(), salesEmail)).find(({ text }) =>
      text.includes(`Ada Lovelace (${email})`),
    ),
  );
  expect(mail.subject).toBe('Somebody asks for a demonstration');
  expect(mail.text).toContain(message);
  expect(mail.html).not.toContain('<b>Show me</b>');
});

test('who erases an account leaves the newsletter, and links that wait in mails end', async () => {
  const person = await newUser();
  const { email, authUserId } = person;
  await subscribe(email);
  const token = await confirmationToken(email);
  await call('confirm-newsletter', { body: { token } });
  await person.call('erase-user', { body: { auth_user_id: authUserId, email } });
  await waitForMail(origin(), email, /^Your account has been erased$/);
  await expectFailure(call('confirm-newsletter', { body: { token } }), 'LinkExpired');
  expect(await subscribe(email), 'not subscribed any more').toEqual({});
});

test('a page view tells the kind of page and nothing more', async () => {
  expect(await call('record-page-view', { body: { page: '/prior-art' } })).toEqual({});
  for (const page of [
    '/prior-art/US-12345678-B1',
    '/search?q=secret',
    'https://example.com/',
    '',
  ]) {
    await expectFailure(call('record-page-view', { body: { page } }), 'InvalidRequest');
  }
});

test('search engines find the public pages', async () => {
  const read = async (path: string) => (await fetch(`${origin()}${path}`)).text();
  expect(await read('/robots.txt')).toContain(`Sitemap: ${origin()}/sitemap.xml`);
  expect(await read('/sitemap.xml')).toContain(`<loc>${origin()}/docs/us_patents</loc>`);
});

/** As the operator's command lists them. */
async function listSubscribers(): Promise<{ email: string; leave_link: string }[]> {
  const { endpoint, region, credentials } = inject('installation');
  const answer = await new LambdaClient({ endpoint, region, credentials }).send(
    new InvokeCommand({ FunctionName: 'antecede-local-list-subscribers', Payload: '{}' }),
  );
  return JSON.parse(answer.Payload!.transformToString()).subscribers;
}
