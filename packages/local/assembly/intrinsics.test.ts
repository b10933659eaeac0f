// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of CloudFormation and IAM
import { describe, expect, it } from 'vitest';
import { evaluate, noValue, type Scope } from './intrinsics.ts';

const scope: Scope = {
  ref: (name) => (name === 'AWS::NoValue' ? noValue : `ref-${name}`),
  getAtt: (id, attribute) => `${id}/${attribute}`,
  importValue: (name) => `import-${name}`,
  condition: (name) => name === 'Yes',
  mapping: (...path) => path.join('.'),
};
const run = (value: unknown) => evaluate(value, scope);

describe('intrinsic functions', () => {
  it.each([
    [{ Ref: 'Table' }, 'ref-Table'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table/Arn'],
    [{ 'Fn::GetAtt': 'Pool.Provider.Name' }, 'Pool/Provider.Name'],
    [{ 'Fn::ImportValue': { 'Fn::Join': ['-', ['a', 'b']] } }, 'import-a-b'],
    [{ 'Fn::Join': [':', ['arn', { Ref: 'X' }, 5]] }, 'arn:ref-X:5'],
    [{ 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    [
      { 'Fn::Sub': 'x-${Table}-${Table.Arn}-${!keep}-${AWS::Region}' },
      'x-ref-Table-Table/Arn-${keep}-ref-AWS::Region',
    ],
    [{ 'Fn::Sub': ['${a}${b}', { a: 'one', b: { Ref: 'B' } }] }, 'oneref-B'],
    [{ 'Fn::If': ['Yes', 'then', 'else'] }, 'then'],
    [{ 'Fn::If': ['No', 'then', 'else'] }, 'else'],
    [{ 'Fn::FindInMap': ['m', 'a', 'b'] }, 'm.a.b'],
    [{ 'Fn::And': [{ 'Fn::Equals': ['a', 'a'] }, { 'Fn::Not': [{ Condition: 'No' }] }] }, true],
  ])('evaluates %j', (value, expected) => {
    expect(run(value)).toEqual(expected);
  });

  it('leaves an IAM condition block alone', () => {
    const statement = { Condition: { StringEquals: { 'aws:x': 'y' } } };
    expect(run(statement)).toEqual(statement);
  });

  it('removes properties and items of no value', () => {
    const none = { Ref: 'AWS::NoValue' };
    expect(run({ a: none, b: [1, none, 2] })).toEqual({ b: [1, 2] });
  });

  it('refuses a function it does not know', () => {
    expect(() => run({ 'Fn::Cidr': [] })).toThrow('Fn::Cidr is not known');
  });

  it('refuses to join what is not text', () => {
    expect(() => run({ 'Fn::Join': ['', [{ a: 1 }]] })).toThrow('Fn::Join needs a string');
  });
});
