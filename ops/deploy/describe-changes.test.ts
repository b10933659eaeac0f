import { expect, test } from 'vitest';
import { describeChanges, wordChanges } from './describe-changes.ts';

const table = (properties: object, more: object = {}) => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: properties,
  ...more,
});
const template = (resources: Record<string, object>) => ({ Resources: resources });
const words = (present: object, next: object) =>
  wordChanges(describeChanges('Data', present, next));
const keys = [{ AttributeName: 'pk', KeyType: 'HASH' }];
const otherKeys = [{ AttributeName: 'id', KeyType: 'HASH' }];

test('a removed table is named, also one whose data is kept', () => {
  const gone = template({ Accounts: table({ KeySchema: keys }) });
  expect(words(gone, template({}))).toEqual(['! Data removes AWS::DynamoDB::Table Accounts']);
  const retained = template({
    Accounts: table({ KeySchema: keys }, { DeletionPolicy: 'Retain' }),
  });
  expect(words(retained, template({}))).toEqual([
    '! Data removes AWS::DynamoDB::Table Accounts (it is kept)',
  ]);
});

test('a replaced table is named with the property that replaces it', () => {
  expect(
    words(
      template({ Accounts: table({ KeySchema: keys }) }),
      template({ Accounts: table({ KeySchema: otherKeys }) }),
    ),
  ).toEqual(['! Data replaces AWS::DynamoDB::Table Accounts: KeySchema']);
});

test('a replaced mail sender is named', () => {
  const sender = (EmailIdentity: string) =>
    template({ Sender: { Type: 'AWS::SES::EmailIdentity', Properties: { EmailIdentity } } });
  expect(words(sender('antecede.test'), sender('antecede.example'))).toEqual([
    '! Data replaces AWS::SES::EmailIdentity Sender: EmailIdentity',
  ]);
});

test('other changes are counted', () => {
  const lambda = (MemorySize: number) => ({
    Type: 'AWS::Lambda::Function',
    Properties: { MemorySize },
  });
  expect(
    words(
      template({ A: lambda(128), B: lambda(128), C: lambda(128) }),
      template({ A: lambda(256), B: lambda(256), D: lambda(128) }),
    ),
  ).toEqual([
    'Data removes AWS::Lambda::Function',
    'Data changes AWS::Lambda::Function (2)',
    'Data adds AWS::Lambda::Function',
  ]);
  expect(words(template({ A: lambda(128) }), template({ A: lambda(128) }))).toEqual([
    'nothing changes',
  ]);
});

test('a new stack only adds', () => {
  expect(words({}, template({ Accounts: table({ KeySchema: keys }) }))).toEqual([
    'Data adds AWS::DynamoDB::Table',
  ]);
});
