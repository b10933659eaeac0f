import { describe, expect, test } from 'vitest';
import { type Invoice, invoiceStatus, invoicesView } from './invoices.ts';

const invoice = (created: number, total = 2400): Invoice => ({
  id: `in_${created}`,
  created,
  total,
  paid: true,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => invoice(index));

describe('the payment history', () => {
  test('shows the newest first, whatever order they come in', () => {
    const { shown } = invoicesView([invoice(2), invoice(3), invoice(1)]);
    expect(shown.map(({ created }) => created)).toEqual([3, 2, 1]);
    const sameSecond = [
      { ...invoice(1), id: 'in_a' },
      { ...invoice(1), id: 'in_b' },
    ];
    expect(invoicesView(sameSecond)).toEqual(invoicesView(sameSecond.toReversed()));
  });

  test('hides totals of zero and shows credits', () => {
    const { shown } = invoicesView([invoice(1, 0), invoice(2, -500), invoice(3)]);
    expect(shown.map(({ total }) => total)).toEqual([2400, -500]);
  });

  test.each([
    [0, 0, false],
    [9, 0, false],
    [10, 0, true],
    [10, 4, true],
    [11, 0, false],
    [9, 1, false],
  ])('of %j invoices and %j over nothing names the contact: %j', (paid, free, asked) => {
    const zeros = many(free).map((each) => ({ ...each, total: 0 }));
    expect(invoicesView([...many(paid), ...zeros]).asksForMore).toBe(asked);
  });

  test('changes nothing in the list that it is given', () => {
    const given = [invoice(1), invoice(2)];
    invoicesView(given);
    expect(given.map(({ created }) => created)).toEqual([1, 2]);
  });

  test('says paid or unpaid', () => {
    expect([true, false].map((paid) => invoiceStatus({ paid }))).toEqual(['Paid', 'Unpaid']);
  });
});
