import { expect, it, test } from 'vitest';
import { isWithin, quantitiesOf, withoutQuantities } from './quantities.ts';

const meets = (wanted: string, said: string) =>
  quantitiesOf(wanted).every((one) => quantitiesOf(said).some((other) => isWithin(one, other)));

test.each([
  ['a width of at least 5 mm', 'is 7 mm wide', true],
  ['a width of at least 5 mm', 'is 0.7 cm wide', true],
  ['a width of at least 5 mm', 'is 3 mm wide', false],
  ['a width of at least 5 mm', 'weighs 7 kg', false],
  ['a width of 5 mm or more', 'from 2 to 6 mm', true],
  ['between 20 and 30 °C', 'heated to 25 °C', true],
  ['between 20 and 30 °C', 'heated to 60 °C', false],
  ['between 5,170 and 5,330 MHz', 'a band of 5.2 GHz', true],
  ['less than 10 % by weight', 'contains 2 wt. % of it', true],
  ['less than 10 % by weight', 'contains up to 40 percent', true],
  ['less than 10 % by weight', 'contains more than 40 percent', false],
  ['about 10 minutes', 'for 10 min', true],
  ['a 3-inch pipe', 'a pipe of 7.62 cm', true],
  ['≥ 2 V', '2.5 V', true],
])('“%s” is met by “%s”: %s', (wanted, said, right) => {
  expect(quantitiesOf(wanted)).toHaveLength(1);
  expect(meets(wanted, said)).toBe(right);
});

it('reads no unit into words, references and plain numbers', () => {
  expect(quantitiesOf('claims 1 to 5, FIG. 3 and US 4,058,776 of 12 members')).toEqual([]);
  expect(quantitiesOf('the arm 12 moves in 3 steps; step 4 has 2 matrices')).toEqual([]);
});

it('keeps the offsets of what is beside quantities', () => {
  const text = 'a layer of at least 5 mm of glue';
  expect(withoutQuantities(text, quantitiesOf(text))).toBe('a layer of               of glue');
  expect(text.indexOf('glue')).toBe(withoutQuantities(text, quantitiesOf(text)).indexOf('glue'));
});

it('is done soon in a text of numbers', () => {
  expect(quantitiesOf(`${'1 '.repeat(100_000)}mm`)).toHaveLength(1);
});
