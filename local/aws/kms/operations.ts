import { randomBytes } from 'node:crypto';
import { AwsError } from '../service.ts';
import { type EncryptionContext, seal, unseal } from './envelope.ts';

/** Input of an operation as the wire hands it over. */
export type Input = Record<string, unknown>;

/** A key as a template declares it, without its material. */
export interface Key {
  id: string;
  arn: string;
  description: string;
}

type Run = (key: Key, material: Buffer, input: Input) => object;

interface Operation {
  run: Run;
  /** Members of the input that are honoured; others are refused. */
  members: readonly string[];
}

const MAX_PLAINTEXT_BYTES = 4096;
const MAX_DATA_KEY_BYTES = 1024;
const USED = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };

const OPERATIONS: Record<string, Operation> = {
  Encrypt: { run: encrypt, members: ['KeyId', 'Plaintext', 'EncryptionContext'] },
  Decrypt: { run: decrypt, members: ['KeyId', 'CiphertextBlob', 'EncryptionContext'] },
  GenerateDataKey: {
    run: generateDataKey,
    members: ['KeyId', 'KeySpec', 'NumberOfBytes', 'EncryptionContext'],
  },
  DescribeKey: { run: describe, members: ['KeyId'] },
};

/** Finds what runs a call. Throws for an operation or a member of its input that is not emulated. */
export function operationOf(name: string, input: Input): Run {
  const operation = OPERATIONS[name];
  if (!operation) throw new AwsError('UnknownOperationException', `KMS: ${name} is not emulated`);
  const unknown = Object.keys(input).filter((member) => !operation.members.includes(member));
  if (unknown.length === 0) return operation.run;
  throw new AwsError('ValidationException', `${name}: not emulated: ${unknown.join(', ')}`);
}

function encrypt(key: Key, material: Buffer, input: Input) {
  const plaintext = bytesOf(input, 'Plaintext', MAX_PLAINTEXT_BYTES);
  const blob = seal(key.id, material, plaintext, contextOf(input));
  return { ...USED, CiphertextBlob: blob.toString('base64'), KeyId: key.arn };
}

function decrypt(key: Key, material: Buffer, input: Input) {
  const plaintext = unseal(material, bytesOf(input, 'CiphertextBlob'), contextOf(input));
  return { ...USED, Plaintext: plaintext.toString('base64'), KeyId: key.arn };
}

function generateDataKey(key: Key, material: Buffer, input: Input) {
  const plaintext = randomBytes(dataKeySize(input));
  const blob = seal(key.id, material, plaintext, contextOf(input));
  return {
    CiphertextBlob: blob.toString('base64'),
    Plaintext: plaintext.toString('base64'),
    KeyId: key.arn,
  };
}

function describe({ id, arn, description }: Key) {
  return {
    KeyMetadata: {
      KeyId: id,
      Arn: arn,
      Description: description,
      Enabled: true,
      KeyManager: 'CUSTOMER',
      KeySpec: 'SYMMETRIC_DEFAULT',
      KeyState: 'Enabled',
      KeyUsage: 'ENCRYPT_DECRYPT',
      MultiRegion: false,
      Origin: 'AWS_KMS',
      EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'],
    },
  };
}

export function contextOf(input: Input): EncryptionContext {
  return (input.EncryptionContext ?? {}) as EncryptionContext;
}

/** A binary member of the input. Throws if it is missing, empty or too long. */
export function bytesOf(input: Input, member: string, maxBytes = 6144): Buffer {
  const bytes = Buffer.from(String(input[member] ?? ''), 'base64');
  if (bytes.length >= 1 && bytes.length <= maxBytes) return bytes;
  throw new AwsError('ValidationException', `${member} must have 1 to ${maxBytes} bytes`);
}

function dataKeySize({ KeySpec, NumberOfBytes }: Input): number {
  if ((KeySpec === undefined) === (NumberOfBytes === undefined)) {
    throw new AwsError('ValidationException', 'Give either KeySpec or NumberOfBytes');
  }
  const size = Number(NumberOfBytes ?? { AES_256: 32, AES_128: 16 }[String(KeySpec)]);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_DATA_KEY_BYTES) return size;
  throw new AwsError('ValidationException', `A data key has 1 to ${MAX_DATA_KEY_BYTES} bytes`);
}
