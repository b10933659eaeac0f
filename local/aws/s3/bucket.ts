import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';
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
const IGNORED = [
  'AccelerateConfiguration',
  'BucketEncryption',
  'BucketName',
  'LoggingConfiguration',
  'OwnershipControls',
  'PublicAccessBlockConfiguration',
  'Tags',
  'VersioningConfiguration',
];

/** Reads a bucket's declaration. Throws on a property that cannot be honoured. */
export function readBucket(resource: Resource): Bucket {
  refuseUnknown(resource, ['CorsConfiguration', 'LifecycleConfiguration'], IGNORED);
  const { stack, logicalId, ref, properties } = resource;
  const { CorsConfiguration, LifecycleConfiguration } = properties;
  return {
    name: ref,
    corsRules: readCorsRules(CorsConfiguration),
    lifecycleRules: readLifecycleRules(`${stack}/${logicalId}`, LifecycleConfiguration),
  };
}
