import { beforeAll, expect, test } from 'vitest';
import { type Member, newAdmin } from './support/people.ts';

let admin: Member;
beforeAll(async () => {
  admin = await newAdmin();
});

const similarTo = (value: string, column = 'ucid') =>
  admin.call('list-similar-rows', { query: { index_id: 'us_patents', column, value } });

const drone = 'US-3703998-A';

test('rows near a row are found by its own text, without the row itself', async () => {
  const { foundItems } = await similarTo(drone);
  expect(foundItems).toHaveLength(5);
  expect(foundItems.map(({ ucid }) => ucid)).not.toContain(drone);
  expect(foundItems.map(({ title }) => title).join()).toMatch(/aircraft|aerial|flying|drone/i);
});

test('it is not a query of the organization', async () => {
  const { apis } = await admin.call('get-organization', { query: {} });
  const leftOfDay = async () => {
    const answer = await fetch(`${apis.us_patents_endpoint}/query`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apis.us_patents_api_keys[0]!.api_key,
      },
      body: JSON.stringify({ request: { conceptFeaturesString: 'a kite' } }),
    });
    return Number(/"day";r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]);
  };
  const before = await leftOfDay();
  await similarTo(drone);
  expect(await leftOfDay()).toBe(before - 1);
});

test.each([
  ['US-1-A', 'ucid', 'NotFound'],
  ['a', 'no_such_column', 'InvalidRequest'],
])('%s in column %s is refused', async (value, column, code) => {
  await expect(similarTo(value, column)).rejects.toMatchObject({ code });
});
