import { describe, expect, it } from 'vitest';
import {
  dateFormat,
  fold,
  isDate,
  isMissing,
  isNumber,
  itemsOf,
  numberFormat,
  parseDate,
  parseNumber,
} from './column-values.ts';

it.each(['', ' ', 'NA', 'n/a', '#N/A', 'NaN', 'null', 'None', '-', '–', '?', '.'])(
  'treats %j as a missing value',
  (value) => expect(isMissing(value)).toBe(true),
);

it.each(['0', 'no', 'nan bread', '-1'])('treats %j as a value', (value) => {
  expect(isMissing(value)).toBe(false);
});

it.each([
  [' Müller ', 'muller'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Ｆｕｌｌ', 'full'],
])('folds %j to %j', (value, folded) => expect(fold(value)).toBe(folded));

it.each([
  ['Ada Plum; Bo Fig', ['Ada Plum', 'Bo Fig']],
  ['a | b, c', ['a', 'b, c']],
  ['red, green', ['red', 'green']],
  ['math.CO cs.CG', ['math.CO', 'cs.CG']],
  ["['a', 'b']", ['a', 'b']],
  ['{x;y}', ['x', 'y']],
  ['New York', ['New York']],
  ['', []],
])('takes the items of %j', (cell, items) => expect(itemsOf(cell)).toEqual(items));

describe('a number', () => {
  it.each([
    ['12', 12],
    ['-12.5', -12.5],
    ['.5', 0.5],
    ['1,300.5', 1300.5],
    ['1,234,567', 1_234_567],
    ['1 300', 1300],
    ["1'300", 1300],
    ['1.300,5', 1300.5],
    ['3,5', 3.5],
    ['$12', 12],
    ['-$12', -12],
    ['12 €', 12],
    ['7 %', 7],
    ['(12.5)', -12.5],
    ['−4', -4],
    ['1e3', 1000],
  ])('%j is %d', (text, number) => {
    expect(isNumber(text)).toBe(true);
    expect(parseNumber(text)).toBe(number);
  });

  it.each(['E1', '', '1.2.3', '12 km', '1,30,00', 'NA', '--1'])('is not %j', (text) => {
    expect(isNumber(text)).toBe(false);
    expect(parseNumber(text)).toBeNaN();
  });

  it('is read as its column writes decimals', () => {
    expect(numberFormat(['1,5', '2', '1.300'])).toBe('decimal-comma');
    expect(parseNumber('1.300', 'decimal-comma')).toBe(1300);
    expect(numberFormat(['1.5', '2'])).toBeUndefined();
    expect(numberFormat(['1,300', '1.5'])).toBeUndefined();
    expect(parseNumber('1.300')).toBe(1.3);
  });
});

describe('a date', () => {
  it.each([
    ['2020-01-31', 20200131],
    ['2020/1/3', 20200103],
    ['2020-01', 20200100],
    ['2020', 20200000],
    ['20200131', 20200131],
    ['202001', 20200100],
    ['2020-01-31T10:00:00Z', 20200131],
    ['26.06.2014', 20140626],
    ['01/31/00', 20000131],
    ['31/01/2020 10:15', 20200131],
    ['06/2014', 20140600],
    ['21-Jun-18', 20180621],
    ['June 26th, 2014', 20140626],
    ['26 juin 2014', 20140626],
    ['26. März 2014', 20140326],
    ['Jun 2014', 20140600],
    ['Tue Jun 26 10:00:00 +0000 2018', 20180626],
    ['1530000000', 20180626],
  ])('%j is %d', (text, date) => expect(parseDate(text)).toBe(date));

  it.each(['', 'soon', '2020-13-01', '32.01.2020', 'May', 'in May we met 3 of them there', '1.5'])(
    'is not %j',
    (text) => expect(parseDate(text)).toBeNaN(),
  );

  it('is unambiguous, unlike a bare year', () => {
    expect(isDate('2020-01-31')).toBe(true);
    expect(isDate('2020')).toBe(false);
  });

  it.each([
    ['a day above 12 in front', ['01/02/2020', '13/02/2020'], 'day-first', true],
    ['a day above 12 behind', ['01/02/2020', '01/13/2020'], 'month-first', true],
    [
      'dates in order',
      ['01/10/20', '02/10/20', '03/10/20', '01/11/20', '02/11/20'],
      'day-first',
      true,
    ],
    [
      'the first of each month',
      ['01/05/20', '01/03/20', '01/04/20', '01/02/20', '01/07/20'],
      'day-first',
      true,
    ],
    ['dots', ['01.02.2020'], 'day-first', true],
    ['nothing', ['01/02/2020'], 'month-first', false],
  ])('has the order of its column, told by %s', (_, values, format, sure) => {
    expect(dateFormat(values)).toEqual({ format, sure });
  });

  it('is read in the order of its column', () => {
    expect(parseDate('01/02/2020', 'day-first')).toBe(20200201);
    expect(parseDate('01/02/2020', 'month-first')).toBe(20200102);
    expect(parseDate('13/02/2020', 'month-first')).toBe(20200213);
    expect(dateFormat(['2020-01-31', 'June 2014'])).toBeUndefined();
  });
});
