import type { Resource } from '#local/assembly/resource.ts';
import { AwsError, type RpcService } from '../service.ts';
import { keyIdOf } from './envelope.ts';
import { KeyFile } from './key-file.ts';
import { bytesOf, contextOf, type Input, type Key, operationOf } from './operations.ts';

/** Properties without a meaning on one machine: rotation, deletion, tags; the functions' roles are what is checked. */
const IGNORED = new Set([
  'BypassPolicyLockoutSafetyCheck',
  'Description',
  'EnableKeyRotation',
  'KeyPolicy',
  'MultiRegion',
  'PendingWindowInDays',
  'RotationPeriodInDays',
  'Tags',
]);
/** Properties with the only value that is emulated. */
const FIXED: Record<string, unknown> = {
  Enabled: true,
  KeySpec: 'SYMMETRIC_DEFAULT',
  KeyUsage: 'ENCRYPT_DECRYPT',
  Origin: 'AWS_KMS',
};

/** KMS on one machine: symmetric keys. Not emulated: grants, rotation, asymmetric and imported keys. */
export async function openKms(options: { dataDir: string }): Promise<RpcService> {
  const file = new KeyFile(options.dataDir);
  const keys = new Map<string, Key>();
  const aliases = new Map<string, string>();

  /** A key by id, ARN, alias or alias ARN. */
  function findKey(reference: unknown): Key {
    const text = String(reference);
    const name = text.startsWith('arn:') ? text.slice(text.lastIndexOf(':') + 1) : text;
    const id = name.startsWith('alias/') ? aliases.get(name) : name.replace(/^key\//, '');
    const key = id === undefined ? undefined : keys.get(id);
    if (key) return key;
    throw new AwsError('NotFoundException', `Key '${text}' does not exist`);
  }

  /** The key of a call; a ciphertext names its own, and `KeyId` must then be the same one. */
  function keyOf(operation: string, input: Input): Key {
    if (operation !== 'Decrypt') return findKey(input.KeyId);
    const key = findKey(keyIdOf(bytesOf(input, 'CiphertextBlob')));
    if (input.KeyId === undefined || findKey(input.KeyId) === key) return key;
    throw new AwsError(
      'IncorrectKeyException',
      'The key ID in the request does not identify a CMK that can perform this operation.',
    );
  }

  function declareKey({ stack, logicalId, properties, attributes, ref }: Resource): void {
    for (const [name, value] of Object.entries(properties)) {
      if (IGNORED.has(name) || (name in FIXED && FIXED[name] === value)) continue;
      throw new Error(`${stack}/${logicalId}: ${name} ${value} of a key is not emulated`);
    }
    file.ensure(ref);
    keys.set(ref, { id: ref, arn: attributes.Arn!, description: properties.Description ?? '' });
  }

  return {
    name: 'kms',
    protocol: 'json-1.1',
    resourceTypes: ['AWS::KMS::Key', 'AWS::KMS::Alias'],

    permissions(operation, input) {
      operationOf(operation, input);
      const context = Object.entries(contextOf(input));
      return [
        {
          action: `kms:${operation}`,
          resource: keyOf(operation, input).arn,
          context: {
            ...Object.fromEntries(context.map(([k, v]) => [`kms:EncryptionContext:${k}`, v])),
            ...(context.length > 0 && { 'kms:EncryptionContextKeys': context.map(([k]) => k) }),
          },
        },
      ];
    },

    async declare(resource) {
      if (resource.type === 'AWS::KMS::Key') return declareKey(resource);
      const { AliasName, TargetKeyId } = resource.properties;
      aliases.set(AliasName, String(TargetKeyId).replace(/^.*:key\//, ''));
    },

    async call(operation, input) {
      const run = operationOf(operation, input);
      const key = keyOf(operation, input);
      return run(key, file.get(key.id)!, input);
    },

    async close() {},
  };
}
