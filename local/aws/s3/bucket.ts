import type { Resource } from '#local/assembly/resource.ts';
import { type CorsRule, readCorsRules } from './cors.ts';
import { type LifecycleRule, readLifecycleRules } from './lifecycle.ts';

/** A bucket as the template declares it. */
export interface Bucket {
  name: string;
  corsRules: CorsRule[];
  lifecycleRules: LifecycleRule[];
}

/**
 * Properties without a meaning on one machine. Objects are private and on one's own disk; versioning
 * is accepted, but overwritten and deleted versions are not kept, so that no test may rely on them.
 */
const IGNORED = new Set([
  'AccelerateConfiguration',
  'BucketEncryption',
  'BucketName',
  'LoggingConfiguration',
  'OwnershipControls',
  'PublicAccessBlockConfiguration',
  'Tags',
  'VersioningConfiguration',
]);

/** Reads a bucket's declaration. Throws on a property that cannot be honoured. */
export function readBucket({ stack, logicalId, ref, properties }: Resource): Bucket {
  const { CorsConfiguration, LifecycleConfiguration, ...rest } = properties;
  const unknown = Object.keys(rest).filter((name) => !IGNORED.has(name));
  if (unknown.length > 0) {
    throw new Error(`${stack}/${logicalId}: ${unknown.join(', ')} of a bucket is not emulated`);
  }
  return {
    name: ref,
    corsRules: readCorsRules(CorsConfiguration),
    lifecycleRules: readLifecycleRules(`${stack}/${logicalId}`, LifecycleConfiguration),
  };
}
