import type { Resource } from '#local/assembly/resource.ts';
import { AwsError, type Service } from '#local/aws/service.ts';
import { KeyFile } from './key-file.ts';
import { type Key, kmsOperations } from './operations.ts';

/** Properties without a meaning on one machine: rotation, deletion, tags; the functions' roles are what is checked. */
const ignored = new Set([
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
const fixed = new Map<string, unknown>([
  ['Enabled', true],
  ['KeySpec', 'SYMMETRIC_DEFAULT'],
  ['KeyUsage', 'ENCRYPT_DECRYPT'],
  ['Origin', 'AWS_KMS'],
]);

/** KMS on one machine: symmetric keys. Not emulated: data keys, grants, rotation, asymmetric and imported keys. */
export async function openKms(options: { dataDir: string }): Promise<Service> {
  const file = new KeyFile(options.dataDir);
  const keys = new Map<string, Key>();
  const aliases = new Map<string, string>();

  /** A key by id, ARN, alias or alias ARN. */
  function findKey(text: string): Key {
    const name = text.startsWith('arn:') ? text.slice(text.lastIndexOf(':') + 1) : text;
    const id = name.startsWith('alias/') ? aliases.get(name) : name.replace(/^key\//, '');
    const key = id === undefined ? undefined : keys.get(id);
    if (key) return key;
    throw new AwsError('NotFoundException', `Key '${text}' does not exist`);
  }

  function declareKey({ stack, logicalId, properties, attributes, ref }: Resource): void {
    for (const [name, value] of Object.entries(properties)) {
      if (ignored.has(name) || fixed.get(name) === value) continue;
      throw new Error(`${stack}/${logicalId}: ${name} ${value} of a key is not emulated`);
    }
    keys.set(ref, { id: ref, arn: attributes.Arn!, material: file.ensure(ref) });
  }

  return {
    name: 'kms',
    protocol: 'json-1.1',
    resourceTypes: ['AWS::KMS::Key', 'AWS::KMS::Alias'],
    invalidInput: 'ValidationException',
    operations: kmsOperations(findKey),

    async declare(resource) {
      if (resource.type === 'AWS::KMS::Key') return declareKey(resource);
      const { AliasName, TargetKeyId } = resource.properties;
      aliases.set(AliasName, String(TargetKeyId).replace(/^.*:key\//, ''));
    },

    async close() {},
  };
}
