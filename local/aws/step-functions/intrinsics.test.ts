import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookUp, putAt } from '#local/aws/step-functions/json-path.ts';
import { checkExpression, evaluate } from '#local/aws/step-functions/payload-template.ts';

const input = { list: [3, 1, 3], text: 'a,b|c', o: { a: 1 }, p: { b: 2 }, n: 4 };

test.each([
  ["States.Array(1, 'two', $.n, null)", [1, 'two', 4, null]],
  ['States.ArrayPartition($.list, 2)', [[3, 1], [3]]],
  ['States.ArrayContains($.list, 1)', true],
  ['States.ArrayRange(1, 7, 3)', [1, 4, 7]],
  ['States.ArrayGetItem($.list, 1)', 1],
  ['States.ArrayLength($.list)', 3],
  ['States.ArrayUnique($.list)', [3, 1]],
  ["States.Base64Decode(States.Base64Encode('hé'))", 'hé'],
  ["States.Hash('abc', 'SHA-1')", 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['States.JsonMerge($.o, $.p, false)', { a: 1, b: 2 }],
  ["States.StringToJson('[1]')", [1]],
  ['States.JsonToString($.o)', '{"a":1}'],
  ['States.MathAdd($.n, -1)', 3],
  ["States.StringSplit($.text, ',|')", ['a', 'b', 'c']],
  ["States.Format('it\\'s {} of {}', $.n, $.o)", 'it\'s 4 of {"a":1}'],
])('%s', (expression, expected) => {
  expect(evaluate(expression, input, null)).toEqual(expected);
});

test.each([
  ["States.Format('{} {}', 1)", 'States.IntrinsicFailure'],
  ['States.StringToJson($.text)', 'States.IntrinsicFailure'],
  ['States.ArrayLength($.nothing)', 'States.ParameterPathFailure'],
])('%s fails as %s', (expression, error) => {
  expect(() => evaluate(expression, input, null)).toThrow(expect.objectContaining({ error }));
});

test.each([
  'States.Array(1',
  'States.Array(1 2)',
  "States.Format('a') x",
  'States.Nope()',
  'n',
  '$.a[?(@.b)]',
])('%s is refused', (expression) => {
  expect(() => checkExpression(expression)).toThrow(/emulated|read|start/);
});

test.each([
  ['$', input],
  ["$['o']['a']", 1],
  ['$.list[-1]', 3],
  ['$.list[0:2]', [3, 1]],
  ['$.list[*]', [3, 1, 3]],
  ['$.missing', undefined],
  ['$.missing[*]', []],
  ['$$.State', 's'],
])('path %s', (path, expected) => {
  expect(lookUp(path, input, { State: 's' })).toEqual(expected);
});

test('what is put at a path is found there, and the rest stays', () => {
  const name = fc.stringMatching(/^[a-z]{1,3}$/);
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.integer()),
      name,
      name,
      fc.jsonValue(),
      (object, a, b, value) => {
        fc.pre(!Object.hasOwn(object, a));
        const result = putAt(`$.${a}.${b}`, object, value as never);
        expect(lookUp(`$['${a}'].${b}`, result)).toEqual(value);
        expect(result).toMatchObject(object);
        expect(Object.hasOwn(object, a)).toBe(false);
      },
    ),
  );
});
