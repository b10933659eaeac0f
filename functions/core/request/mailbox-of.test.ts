import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

test.each([
  ['Ada+reports@Example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['a.d.a+x@googlemail.com', 'ada@gmail.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
])('%s reaches %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
