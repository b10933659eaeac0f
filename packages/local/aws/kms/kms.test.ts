import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serve } from '#local/aws/dynamodb/test-server.ts';
import { callAsHost } from '#local/aws/run-operation.ts';
import type { Service } from '#local/aws/service.ts';
import { permissionsOf } from '#local/aws/test-call.ts';
import { openKms } from './kms.ts';

const arn = (id: string) => `arn:aws:kms:us-east-1:000000000000:key/${id}`;
const KeyId = 'alias/api-keys';
const EncryptionContext = { org: 'org_1', index: 'idx_1' };

let dataDir: string;
let service: Service;
let server: Awaited<ReturnType<typeof serve>>;
let client: KMSClient;

const declare = (type: string, ref: string, properties: object) =>
  service.declare({
    stack: 'data',
    logicalId: ref,
    type,
    ref,
    attributes: { Arn: arn(ref) },
    properties,
    metadata: {},
  });

async function open() {
  service = await openKms({ dataDir });
  await declare('AWS::KMS::Key', 'key-1', { EnableKeyRotation: true, KeyPolicy: {} });
  await declare('AWS::KMS::Key', 'key-2', { KeySpec: 'SYMMETRIC_DEFAULT' });
  await declare('AWS::KMS::Alias', KeyId, { AliasName: KeyId, TargetKeyId: arn('key-1') });
  server = await serve(service);
  client = new KMSClient({ ...server.client, maxAttempts: 1 });
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kms-'));
  await open();
});
afterEach(async () => {
  client.destroy();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

const encrypt = async (text: string) => {
  const Plaintext = Buffer.from(text);
  const input = { KeyId, Plaintext, EncryptionContext };
  return (await client.send(new EncryptCommand(input))).CiphertextBlob!;
};
const decrypt = async (CiphertextBlob: Uint8Array, more: object = {}) => {
  const input = { CiphertextBlob, EncryptionContext, ...more };
  return Buffer.from((await client.send(new DecryptCommand(input))).Plaintext!).toString();
};

test('ciphertexts can be decrypted after a restart, and only the owner may read the key file', async () => {
  const blob = await encrypt('secret');
  client.destroy();
  await server.close();
  await open();
  expect(await decrypt(blob)).toBe('secret');
  expect(await decrypt(blob, { EncryptionContext: { index: 'idx_1', org: 'org_1' } })).toBe(
    'secret',
  );
  expect(statSync(join(dataDir, 'kms-keys.json')).mode & 0o777).toBe(0o600);
});

test.each<[string, object]>([
  ['another context', { EncryptionContext: { org: 'org_2', index: 'idx_1' } }],
  ['no context', { EncryptionContext: undefined }],
  ['more context', { EncryptionContext: { ...EncryptionContext, more: 'x' } }],
])('%s does not decrypt', async (_what, more) => {
  await expect(decrypt(await encrypt('secret'), more)).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
  });
});

test('a changed ciphertext, another key or an unknown one do not decrypt', async () => {
  const blob = await encrypt('secret');
  const changed = Buffer.from(blob);
  changed[changed.length - 1]! ^= 1;
  const name = 'InvalidCiphertextException';
  await expect(decrypt(changed)).rejects.toMatchObject({ name });
  await expect(decrypt(blob.slice(0, 20))).rejects.toMatchObject({ name });
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({ KeyId: 'key-2', Plaintext: Buffer.from('x') }),
  );
  await expect(decrypt(CiphertextBlob!, { KeyId })).rejects.toMatchObject({
    name: 'IncorrectKeyException',
  });
  await expect(
    client.send(new EncryptCommand({ KeyId: 'alias/none', Plaintext: Buffer.from('x') })),
  ).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('keys are found by id, ARN, alias and ARN of the alias', async () => {
  const Plaintext = Buffer.from('x');
  const aliasArn = 'arn:aws:kms:us-east-1:000000000000:alias/api-keys';
  for (const reference of ['key-1', arn('key-1'), KeyId, aliasArn]) {
    const answer = await client.send(new EncryptCommand({ KeyId: reference, Plaintext }));
    expect(answer.KeyId).toBe(arn('key-1'));
  }
});

test('permissions name the key of the ciphertext and the context', async () => {
  const blob = await encrypt('secret');
  const CiphertextBlob = Buffer.from(blob).toString('base64');
  expect(await permissionsOf(service, 'Decrypt', { CiphertextBlob, EncryptionContext })).toEqual([
    {
      action: 'kms:Decrypt',
      resource: arn('key-1'),
      context: {
        'kms:EncryptionContext:org': 'org_1',
        'kms:EncryptionContext:index': 'idx_1',
        'kms:EncryptionContextKeys': ['org', 'index'],
      },
    },
  ]);
});

test('what is not emulated is refused', async () => {
  for (const operation of ['Sign', 'constructor', '__proto__']) {
    await expect(callAsHost(service, operation, {})).rejects.toThrow(
      `${operation} is not emulated`,
    );
  }
  const grant = { KeyId, Plaintext: 'eA==', GrantTokens: [] };
  await expect(callAsHost(service, 'Encrypt', grant)).rejects.toThrow('GrantTokens');
  await expect(declare('AWS::KMS::Key', 'rsa', { KeySpec: 'RSA_2048' })).rejects.toThrow('KeySpec');
});

test.each([
  ['Encrypt', { KeyId: 7, Plaintext: 'eA==' }],
  ['Encrypt', { KeyId, Plaintext: 'not base64!' }],
  ['Encrypt', { KeyId, Plaintext: '' }],
  ['Encrypt', { KeyId, Plaintext: Buffer.alloc(4097).toString('base64') }],
  ['Encrypt', { KeyId, Plaintext: 'eA==', EncryptionContext: 'org' }],
  ['Encrypt', { KeyId, Plaintext: 'eA==', EncryptionContext: { org: { a: 1 } } }],
  ['Decrypt', { CiphertextBlob: null }],
])('%s of %j is refused as malformed', async (operation, input) => {
  await expect(callAsHost(service, operation, input)).rejects.toMatchObject({
    code: 'ValidationException',
  });
});

test('a damaged key file is one clear error', async () => {
  const path = join(dataDir, 'kms-keys.json');
  const whole = JSON.parse(readFileSync(path, 'utf8'));
  const { material } = whole.keys['key-1'];
  whole.keys['key-1'].material = (material.startsWith('A') ? 'B' : 'A') + material.slice(1);
  for (const damaged of [JSON.stringify(whole), '{"version":1', '']) {
    writeFileSync(path, damaged);
    await expect(openKms({ dataDir })).rejects.toThrow(/^KMS keys in .*kms-keys\.json.*restore/);
  }
});
