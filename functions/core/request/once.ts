/** Calls with the header `Idempotency-Key`: each is carried out once, and answered again for a day. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, tryWrite, update } from '#core/storage/writes.ts';
import type { Contract, EndpointName } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { UseCase } from './lambda.ts';

/** Longer than a function runs: after that, a call that has no answer was cut short. */
const runSeconds = 60;

/** Whose calls they are. The key of one person means nothing in a call of another. */
interface Maker {
  orgId: string;
  authUserId: string;
}

/**
 * Carries a use case out once for each `Idempotency-Key` of a person. A call that fails is forgotten, and so is one that was
 * cut short, after a minute: then the next one makes what is not there yet. Throws `IdempotencyKeyUsed` if the key came
 * with another request, and `Busy` while its first call still runs.
 */
export const once =
  <K extends EndpointName, Principal extends Maker>(
    name: K,
    execute: UseCase<K, Principal>,
  ): UseCase<K, Principal> =>
  async (request) => {
    const { idempotencyKey, principal, params, query, body, now } = request;
    if (idempotencyKey === undefined) return execute(request);
    const { orgId, authUserId } = principal;
    const call = { call_hash: hashOf([name, orgId, authUserId, idempotencyKey]) };
    const request_hash = hashOf([params, query, body]);
    const whole = JSON.stringify([name, orgId, authUserId, idempotencyKey, params, query, body]);
    const seconds = Math.floor(now.getTime() / 1000);
    const run = randomUUID();
    const begun = put(
      'dynamodb:PutItem Activity',
      activity.repeatableCall,
      activity.repeatableCall.key(call),
      {
        request_hash,
        run,
        running_until: seconds + runSeconds,
        expires_at: seconds + limits.idempotencyHours * 3600,
      },
      {
        ConditionExpression:
          'attribute_not_exists(pk) OR expires_at < :now OR (attribute_not_exists(answer) AND running_until < :now)',
        ExpressionAttributeValues: { ':now': seconds },
      },
    );
    if (await tryWrite(begun)) {
      const earlier = await getRecord('dynamodb:GetItem Activity', activity.repeatableCall, call);
      if (earlier && earlier.request_hash !== request_hash) {
        throw new ProductError('IdempotencyKeyUsed');
      }
      // The first one still runs, or has failed between two looks.
      if (!earlier?.answer) throw new ProductError('Busy');
      return openedOfEither(earlier.answer, whole, idempotencyKey) as OutputOf<Contract[K]>;
    }
    const isOwn = {
      ConditionExpression: 'run = :run',
      ExpressionAttributeValues: { ':run': run } as Record<string, unknown>,
    };
    let output: OutputOf<Contract[K]>;
    try {
      output = await execute(request);
    } catch (error) {
      await tryWrite(remove('dynamodb:DeleteItem Activity', activity.repeatableCall, call, isOwn));
      throw error;
    }
    await tryWrite(
      update('dynamodb:UpdateItem Activity', activity.repeatableCall, call, {
        ...isOwn,
        UpdateExpression: 'SET answer = :answer',
        ExpressionAttributeValues: { ':run': run, ':answer': sealed(output, whole) },
      }),
    );
    return output;
  };

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Answers hold secrets, such as a new key. They are encrypted with a key that only the caller can make again, of the whole call
 * with its `Idempotency-Key`, so that the table tells nobody more than before, and functions need no permission to decrypt.
 */
const secretOf = (call: string, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', call, salt, 'repeatable call', 32));

function sealed(output: unknown, call: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, secretOf(call, iv), iv);
  const text = Buffer.concat([sealing.update(JSON.stringify(output)), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), text]);
}

/** Answers of the version before are sealed by the `Idempotency-Key` alone. A day after a deployment none is left. */
function openedOfEither(answer: Uint8Array, call: string, idempotencyKey: string): unknown {
  try {
    return opened(answer, call);
  } catch {
    return opened(answer, idempotencyKey);
  }
}

function opened(answer: Uint8Array, call: string): unknown {
  const iv = answer.subarray(0, ivBytes);
  const opening = createDecipheriv(cipher, secretOf(call, iv), iv);
  opening.setAuthTag(answer.subarray(ivBytes, ivBytes + tagBytes));
  const text = Buffer.concat([
    opening.update(answer.subarray(ivBytes + tagBytes)),
    opening.final(),
  ]);
  return JSON.parse(text.toString());
}
