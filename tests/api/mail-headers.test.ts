/** Typed names and addresses must not become a header, a recipient or a sender of a mail. */
import { expect, test } from 'vitest';
import { cognito, type Mail, readMailbox } from './support/cognito.ts';
import { invite, newAddress, newAdmin, origin } from './support/people.ts';

const victim = newAddress();

const names = [
  `Ada\r\nBcc: ${victim}`,
  `Ada\nX-Injected: 1\n\nbody`,
  `=?utf-8?Q?Ada=0D=0ABcc:_${victim}?=`,
  `Ada <${victim}>`,
  `Ada\u2028Bcc: ${victim}`,
  'Ada\u0000',
  '\u202eadA',
  '\u05d0\u05d3\u05d4 \u05dc\u05d1',
  `"Ada", ${victim}`,
  'A'.repeat(200),
];

const addresses = (own: string) => [
  `${own}\r\nBcc: ${victim}`,
  `${own}\n`,
  `${own},${victim}`,
  `${own} ${victim}`,
  `Ada <${victim}>`,
  `"a\r\nBcc: ${victim}"@example.com`,
  `=?utf-8?Q?a=0D=0ABcc:_${victim}?=@example.com`,
  `${'a'.repeat(250)}@example.com`,
  `a\u202e@example.com`,
  `a@example.com\u0000`,
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const forbidden = /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const fixedSubjects = [
  'Your Antecede verification code',
  'Your invitation to Antecede',
  'You were invited to an organization on Antecede',
];

/** The mails to these addresses, after a check that no mail has unexpected headers or recipients. */
async function mailsTo(recipients: readonly string[]): Promise<Mail[]> {
  const mails = await readMailbox(origin());
  for (const { to, from, subject } of mails) {
    expect(to).not.toContain(victim);
    expect([to, from, subject].filter((header) => forbidden.test(header))).toEqual([]);
    expect(to).toMatch(/^[^\s,<>]+@[^\s,<>]+$/);
  }
  const found = mails.filter(({ to }) => recipients.includes(to));
  for (const { subject, html } of found) {
    expect(fixedSubjects).toContain(subject);
    expect(html).not.toContain(victim);
  }
  return found;
}

/** Both outcomes are fine as long as no mail has unexpected headers or recipients. */
const doneOrRefused = (call: Promise<unknown>) =>
  call.catch((error) => expect(error).toMatchObject({ status: 400 }));

test('a sign-up sends a mail only to its address, for any name', async () => {
  const people = names.map((name) => ({ name, email: newAddress() }));
  for (const { name, email } of people) {
    await cognito(origin(), 'SignUp', {
      Username: email,
      Password: 'a long password',
      UserAttributes: [
        {
          Name: 'name',
          Value: name,
        },
      ],
    });
  }
  expect(await mailsTo(people.map(({ email }) => email))).toHaveLength(names.length);
});

test('the user pool refuses an address with additional text', async () => {
  for (const Username of addresses(newAddress())) {
    const call = cognito(origin(), 'SignUp', { Username, Password: 'a long password' });
    await expect(call, JSON.stringify(Username)).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  }
  await mailsTo([]);
});

test('an invitation sends a mail only to its address or is refused, for any names', async () => {
  const admin = await newAdmin();
  const own = { org_id: admin.orgId, auth_user_id: admin.authUserId };
  const people = names.map((name) => ({ name, email: newAddress() }));
  await Promise.all(
    people.flatMap(({ name, email }) => [
      doneOrRefused(admin.call('update-organization', { body: { ...own, org_name: name } })),
      doneOrRefused(
        admin.call('update-user', {
          body: { auth_user_id: admin.authUserId, full_name: name },
        }),
      ),
      doneOrRefused(
        admin.call('create-user', {
          body: { ...own, email, full_name: name, org_name: name.slice(0, 100), type: 'invite' },
        }),
      ),
    ]),
  );
  // Five of these names have no control characters and are accepted.
  expect(await mailsTo(people.map(({ email }) => email))).toHaveLength(5);
  const { items } = await admin.call('list-users', { query: {} });
  expect(items.filter(({ full_name }) => forbidden.test(full_name))).toEqual([]);
  await Promise.all(addresses(newAddress()).map((email) => doneOrRefused(invite(admin, email))));
  await mailsTo([]);
});
