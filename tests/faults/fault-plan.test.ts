/** The rounds of `npm run test:faults`. What breaks in a round must be the product, not a round that asks for too much. */
import { expect, test } from 'vitest';
import { planRounds } from '#tests/generated-faults/plan-faults.ts';

const calls = {
  'antecede-local-create-user': ['dynamodb:GetItem', 'dynamodb:TransactWriteItems', 'kms:Encrypt'],
  'antecede-local-plan-build': ['dynamodb:UpdateItem', 's3:GetObject', 's3:HeadObject'],
  'antecede-local-send-mail': ['sqs:ReceiveMessage', 'ses:SendEmail'],
  openai: ['openai:CreateResponse'],
};

test('every call meets every failure once, and one in a round', () => {
  const rounds = planRounds(calls, 7);
  const nameOf = ({ caller, operation, code }: (typeof rounds)[0][0]) => [caller, operation, code];
  const all = rounds.flat().map((fault) => nameOf(fault).join(' '));
  expect(new Set(all).size).toBe(all.length);
  // Seven of each call of AWS, two deliveries, three answers of a model.
  expect(all.length).toBe(7 * 7 + 2 + 3);
  for (const round of rounds) {
    const met = round.map((fault) => nameOf(fault).slice(0, 2).join(' '));
    expect(new Set(met).size).toBe(met.length);
  }
});

test.each([7, 8, 9])(
  'a step of a build dies once in a round: it is started once more (seed %i)',
  (seed) => {
    for (const round of planRounds(calls, seed)) {
      const deaths = round.filter(
        ({ caller, code }) => caller === 'antecede-local-plan-build' && code === 'function dies',
      );
      expect(deaths.length).toBeLessThanOrEqual(1);
    }
  },
);
