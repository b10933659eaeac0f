import { textMatches } from '#local/aws/protocol/sigv4.ts';
import { AwsError, type Permission } from '#local/aws/service.ts';

/** The sizes that a policy allows for the file of a form. */
export interface Allowance {
  minBytes: number;
  maxBytes: number;
}

/** Fields that the policy need not name. */
const unconditioned = /^(policy|x-amz-signature)$/;

/** The owner of the access key that signed a form's policy. */
export interface Signer {
  secret: string;
  /** Throws `AccessDenied` unless the owner of the key may do this. */
  require(permission: Permission): void;
}

/** Who signed the form's policy. Throws unless it is signed with the secret of that access key. */
export async function verifyPolicySignature(
  fields: ReadonlyMap<string, string>,
  findSigner: (accessKeyId: string) => Signer | undefined,
): Promise<Signer> {
  const policy = fields.get('policy');
  if (!policy) throw new AwsError('AccessDenied', 'Access Denied', 403);
  const [accessKeyId = '', date = '', region = '', service, end, ...more] = (
    fields.get('x-amz-credential') ?? ''
  ).split('/');
  if (
    fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256' ||
    service !== 's3' ||
    end !== 'aws4_request' ||
    more.length > 0 ||
    !fields.get('x-amz-date')?.startsWith(`${date}T`)
  ) {
    throw new AwsError(
      'InvalidArgument',
      'The form needs x-amz-algorithm, x-amz-credential and x-amz-date of Signature Version 4.',
    );
  }
  const signer = findSigner(accessKeyId);
  if (!signer) {
    throw new AwsError(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      403,
    );
  }
  const signature = {
    scope: `${date}/${region}/s3/aws4_request`,
    timestamp: fields.get('x-amz-date') ?? '',
    value: fields.get('x-amz-signature') ?? '',
  };
  if (await textMatches(policy, signature, signer.secret)) return signer;
  throw new AwsError(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    403,
  );
}

/**
 * Checks a form against its policy: not expired, every condition met, and every field named by a condition.
 * `fields` must hold the bucket of the address.
 */
export function checkPolicy(fields: ReadonlyMap<string, string>, now: number): Allowance {
  const { expiration, conditions } = parsePolicy(fields.get('policy') ?? '');
  if (now >= expiration) throw denied('Policy expired.');
  const allowance = { minBytes: 0, maxBytes: Number.POSITIVE_INFINITY };
  const conditioned = new Set<string>();
  for (const condition of conditions) {
    for (const [operator, name, value] of normalise(condition)) {
      if (operator === 'content-length-range') {
        allowance.minBytes = Math.max(allowance.minBytes, Number(name));
        allowance.maxBytes = Math.min(allowance.maxBytes, Number(value));
        continue;
      }
      const field = String(name).replace(/^\$/, '').toLowerCase();
      const actual = fields.get(field);
      const expected = String(value);
      const met = operator === 'eq' ? actual === expected : actual?.startsWith(expected);
      if (!met) throw denied(`Policy Condition failed: ${JSON.stringify(condition)}`);
      conditioned.add(field);
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !unconditioned.test(name) && !conditioned.has(name),
  );
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
  return allowance;
}

function parsePolicy(base64: string): { expiration: number; conditions: unknown[] } {
  try {
    const { expiration, conditions } = JSON.parse(Buffer.from(base64, 'base64').toString());
    const time = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN;
    if (Number.isFinite(time) && Array.isArray(conditions)) return { expiration: time, conditions };
  } catch {
    // Refused below, like a policy without its two members.
  }
  throw new AwsError(
    'InvalidPolicyDocument',
    'The policy is not a JSON object with expiration and conditions.',
  );
}

type Condition = ['eq' | 'starts-with' | 'content-length-range', unknown, unknown];

/** `{ a: 'b' }` is short for `['eq', '$a', 'b']`. */
function normalise(condition: unknown): Condition[] {
  if (Array.isArray(condition) && condition.length === 3) {
    const [operator, name, value] = condition;
    const known = String(operator).toLowerCase();
    if (
      known === 'content-length-range' &&
      Number.isInteger(Number(name)) &&
      Number.isInteger(Number(value))
    ) {
      return [[known, name, value]];
    }
    if ((known === 'eq' || known === 'starts-with') && String(name).startsWith('$')) {
      return [[known, name, value]];
    }
  } else if (typeof condition === 'object' && condition !== null && !Array.isArray(condition)) {
    return Object.entries(condition).map(([name, value]) => ['eq', `$${name}`, value]);
  }
  throw new AwsError('InvalidPolicyDocument', `Invalid condition: ${JSON.stringify(condition)}`);
}

const denied = (reason: string) =>
  new AwsError('AccessDenied', `Invalid according to Policy: ${reason}`, 403);
