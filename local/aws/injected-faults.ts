import * as z from 'zod';
import { AwsError } from './service.ts';

const fault = z.strictObject({
  /** Service and operation, for instance `dynamodb:TransactWriteItems` or `openai:CreateResponse`. */
  operation: z.string(),
  /**
   * Error code of the service; of a transaction also a cancellation reason, `TransactionConflict`. OpenAI's stand
   * in `local/openai/faults.ts`.
   */
  code: z.string(),
  /** Only calls whose body contains this: other callers stay unharmed. */
  containing: z.string().min(1),
  /** How many calls fail; those after them succeed. */
  times: z.number().int().min(1),
});

/** Failures of AWS and OpenAI that a test asks for, because a healthy local cloud never shows them. */
export interface InjectedFaults {
  /** Adds one order. Throws `z.ZodError` if it is malformed. */
  order(input: unknown): void;
  /** Throws the failure that is due for a call, if one is. */
  meet(operation: string, body: Buffer): void;
  /** Gives the code of the failure that is due for a call, if one is: for services that fail in their own terms. */
  take(operation: string, body: Buffer): string | undefined;
}

export function openInjectedFaults(): InjectedFaults {
  const due: z.output<typeof fault>[] = [];
  const take = (operation: string, body: Buffer) => {
    const met = due.find((one) => one.operation === operation && body.includes(one.containing));
    if (!met) return undefined;
    met.times -= 1;
    if (met.times === 0) due.splice(due.indexOf(met), 1);
    return met.code;
  };
  return {
    order: (input) => void due.push(fault.parse(input)),
    take,
    meet(operation, body) {
      const code = take(operation, body);
      if (code) throw failure(code, body);
    },
  };
}

function failure(code: string, body: Buffer): AwsError {
  if (code !== 'TransactionConflict')
    return new AwsError(code, 'Ordered by a test.', code.startsWith('Internal') ? 500 : 400);
  const items = (JSON.parse(body.toString()) as { TransactItems: unknown[] }).TransactItems;
  const CancellationReasons = items.map((_, position) => ({
    Code: position === 0 ? code : 'None',
  }));
  const message = 'Transaction cancelled, please refer cancellation reasons for specific reasons';
  return new AwsError('TransactionCanceledException', message, 400, { CancellationReasons });
}
