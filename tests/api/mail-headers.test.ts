/**
 * What people type must not become a header, a recipient or a sender of a mail: neither in what they are
 * called, nor in the address they name.
 */
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

/** The mails to these addresses, after it was looked whether any mail has more to it than it should. */
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

/** Either is fine, as long as no mail has more to it than it should. */
const doneOrRefused = (call: Promise<unknown>) =>
  call.catch((error) => expect(error).toMatchObject({ status: 400 }));

test('a sign-up mails the address it names, whatever the name', async () => {
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

test('an address that is more than an address is refused by the user pool', async () => {
  for (const Username of addresses(newAddress())) {
    const call = cognito(origin(), 'SignUp', { Username, Password: 'a long password' });
    await expect(call, JSON.stringify(Username)).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  }
  await mailsTo([]);
});

test('an invitation mails the address it names or is refused, whatever the names in it', async () => {
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
  // Names without controls are fine: five of these.
  expect(await mailsTo(people.map(({ email }) => email))).toHaveLength(5);
  const { items } = await admin.call('list-users', { query: {} });
  expect(items.filter(({ full_name }) => forbidden.test(full_name))).toEqual([]);
  await Promise.all(addresses(newAddress()).map((email) => doneOrRefused(invite(admin, email))));
  await mailsTo([]);
});
