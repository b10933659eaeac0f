import { describe, expect, test } from 'vitest';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, newAccount, newAdmin, newUser } from './support/people.ts';

const recordOf = (person: { email: string; authUserId: string }) => ({
  full_name: ' Ada Byron ',
  email: person.email.toUpperCase(),
  auth_user_id: person.authUserId,
  type: 'sign_up' as const,
});

describe('create-user', () => {
  test('creates the record of the signed-in account, trimmed, in lower case', async () => {
    const person = await newAccount();
    const user = await person.call('create-user', { body: recordOf(person) });
    expect(user).toMatchObject({
      full_name: 'Ada Byron',
      email: person.email,
      email_verified: true,
    });
    expect(user.role).toBeUndefined();
  });

  test('refuses a second record', async () => {
    const person = await newUser();
    await expectFailure(person.call('create-user', { body: recordOf(person) }), 'UserExists');
  });

  test("refuses somebody else's id or address", async () => {
    const [person, other] = [await newAccount(), await newAccount()];
    const body = recordOf(person);
    for (const claim of [{ auth_user_id: other.authUserId }, { email: other.email }]) {
      await expectFailure(person.call('create-user', { body: { ...body, ...claim } }), 'Forbidden');
    }
  });

  test('says which field is wrong', async () => {
    const person = await newAccount();
    const body = { ...recordOf(person), full_name: '   ' };
    const failure = await expectFailure(person.call('create-user', { body }), 'InvalidRequest');
    expect(failure.message).toContain('body.full_name');
  });
});

describe('get-user', () => {
  test('gives the own record', async () => {
    const person = await newUser();
    const user = await person.call('get-user', { query: { user_id: person.authUserId } });
    expect(user.email).toBe(person.email);
  });

  test('says that there is no record yet', async () => {
    const person = await newAccount();
    await expectFailure(person.call('get-user', { query: {} }), 'UserNotFound');
  });

  test("hides somebody else's record", async () => {
    const [person, other] = [await newUser(), await newUser()];
    await expectFailure(
      person.call('get-user', { query: { user_id: other.authUserId } }),
      'UserNotFound',
    );
  });
});

describe('create-organization', () => {
  test('makes the creator its admin and gives a key for each catalogue', async () => {
    const person = await newUser();
    const organization = await person.call('create-organization', { body: { name: ' Engines ' } });
    expect(organization.name).toBe('Engines');
    const { apis } = organization;
    const keys = [apis.us_patents_api_keys, apis.wiki_api_keys, apis.arxiv_api_keys];
    expect(keys.map((list) => list.length)).toEqual([1, 1, 1]);
    const user = await person.call('get-user', { query: {} });
    expect(user).toMatchObject({ org_id: organization.item_id, role: 'admin' });
    const read = await person.call('get-organization', { query: {} });
    expect(read).toEqual(organization);
  });

  test('wants at least 4 characters', async () => {
    const person = await newUser();
    const failure = await expectFailure(
      person.call('create-organization', { body: { name: 'abc ' } }),
      'OrganizationNameTooShort',
    );
    expect(failure.message).toBe('Please enter the organization name with at least 4 characters.');
  });

  test('happens once, however many tabs ask for it', async () => {
    const person = await newUser();
    const asked = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        person.call('create-organization', { body: { name: 'Engines' } }),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectFailure(
      person.call('create-organization', { body: { name: 'Engines' } }),
      'OrganizationExists',
    );
  });
});

describe('get-organization', () => {
  test('needs an organization', async () => {
    const person = await newUser();
    await expectFailure(person.call('get-organization', { query: {} }), 'NoOrganization');
  });

  test('hides other organizations and other users', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    await expectFailure(
      admin.call('get-organization', { query: { org_id: other.orgId } }),
      'NotFound',
    );
    await expectFailure(
      admin.call('get-organization', { query: { auth_user_id: other.authUserId } }),
      'Forbidden',
    );
  });
});

test('leaked passwords are listed for five digits of their hash, among many lines', async () => {
  // SHA-1 of "password123".
  const [prefix, suffix] = ['CBFDA', 'C6008F9CAB4083784CBD1874F76618D2A97'];
  const range = await anonymous()('list-breached-passwords', { params: { prefix } });
  const lines = range.split('\n');
  expect(lines.length).toBeGreaterThan(800);
  expect(lines.some((line) => new RegExp(`^${suffix}:[1-9]`).test(line))).toBe(true);
});
