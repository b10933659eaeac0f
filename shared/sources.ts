/** Where datasets come from, beside uploads: an address, or an S3 bucket of the customer. Pages, contract and functions share it. */

/** How often a source is asked. */
export const sourceFrequencies = ['once', 'daily', 'weekly'] as const;
export type SourceFrequency = (typeof sourceFrequencies)[number];

/** What a source is doing. `stopped`: it is not asked any more, because it failed too often or its person has left. */
export const sourceStates = ['fetching', 'ready', 'failed', 'stopped'] as const;

/**
 * How names of roles begin that let us read a bucket of a customer. Our function may assume no others: other roles of an account
 * trust it for other things.
 */
export const sourceRolePrefix = 'antecede-source-';

/** ARN of such a role. */
export const sourceRolePattern = '^arn:aws:iam::\\d{12}:role/antecede-source-[\\w+=,.@-]{1,48}$';
export const bucketPattern = '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$';
export const regionPattern = '^[a-z]{2}(-[a-z]{2,12}){1,2}-\\d{1,2}$';

/**
 * The policy with which a role trusts this installation: only together with the id of the organization, which nobody else can have
 * us send (https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html).
 */
export const trustPolicyOf = (accountId: string, externalId: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: { AWS: `arn:aws:iam::${accountId}:root` },
      Action: 'sts:AssumeRole',
      Condition: { StringEquals: { 'sts:ExternalId': externalId } },
    },
  ],
});

/** What such a role needs: to read a bucket. */
export const readPolicyOf = (bucket: string) => ({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: 's3:ListBucket', Resource: `arn:aws:s3:::${bucket}` },
    { Effect: 'Allow', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` },
  ],
});
