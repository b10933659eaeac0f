import * as z from 'zod';
import { type Resource, refuseUnknown } from '#local/assembly/resource.ts';

const corsRule = z.strictObject({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().default(0),
});

export type CorsRule = z.output<typeof corsRule>;

/** A lifecycle rule as a template declares it. Expired delete markers have no counterpart here. */
const lifecycleRule = z.strictObject({
  Id: z.string().optional(),
  Status: z.literal('Enabled'),
  Prefix: z.string().default(''),
  ExpirationInDays: z.number().optional(),
  AbortIncompleteMultipartUpload: z.strictObject({ DaysAfterInitiation: z.number() }).optional(),
  ExpiredObjectDeleteMarker: z.boolean().optional(),
  NoncurrentVersionExpiration: z.strictObject({ NoncurrentDays: z.number() }).optional(),
});

/** A bucket as the template declares it. */
export interface Bucket {
  name: string;
  /** Whether overwritten objects are kept as versions. */
  versioned: boolean;
  corsRules: CorsRule[];
  lifecycleRules: z.output<typeof lifecycleRule>[];
}

const honoured = ['CorsConfiguration', 'LifecycleConfiguration', 'VersioningConfiguration'];

/** Properties without a meaning on one machine: objects are private and on one's own disk. */
const ignored = [
  'BucketEncryption',
  'BucketName',
  'OwnershipControls',
  'PublicAccessBlockConfiguration',
  'Tags',
];

const configurations = z.object({
  CorsConfiguration: z.strictObject({ CorsRules: z.array(corsRule) }).default({ CorsRules: [] }),
  LifecycleConfiguration: z.strictObject({ Rules: z.array(lifecycleRule) }).default({ Rules: [] }),
  VersioningConfiguration: z.strictObject({ Status: z.literal('Enabled') }).optional(),
});

/** Reads a bucket's declaration. Throws on a property that is not emulated. */
export function readBucket(resource: Resource): Bucket {
  refuseUnknown(resource, honoured, ignored);
  const { CorsConfiguration, LifecycleConfiguration, VersioningConfiguration } =
    configurations.parse(resource.properties);
  return {
    name: resource.ref,
    versioned: VersioningConfiguration !== undefined,
    corsRules: CorsConfiguration.CorsRules,
    lifecycleRules: LifecycleConfiguration.Rules,
  };
}
