import * as z from 'zod';
import { AwsError } from './service.ts';

const fault = z.strictObject({
  /** Service and operation, for instance `dynamodb:TransactWriteItems`. */
  operation: z.string(),
  /** Error code of the service; of a transaction also a cancellation reason, `TransactionConflict`. */
  code: z.string(),
  /** Only calls whose body contains this: other callers stay unharmed. */
  containing: z.string().min(1),
  /** How many calls fail; those after them succeed. */
  times: z.number().int().min(1),
});

/** Failures of AWS that a test asks for, because a healthy local cloud never shows them. */
export interface InjectedFaults {
  /** Takes one order. Throws `z.ZodError` for what is none. */
  order(input: unknown): void;
  /** Throws the failure that is due for a call, if one is. */
  meet(operation: string, body: Buffer): void;
}

export function openInjectedFaults(): InjectedFaults {
  const due: z.output<typeof fault>[] = [];
  return {
    order: (input) => void due.push(fault.parse(input)),
    meet(operation, body) {
      const met = due.find((one) => one.operation === operation && body.includes(one.containing));
      if (!met) return;
      met.times -= 1;
      if (met.times === 0) due.splice(due.indexOf(met), 1);
      throw failure(met.code, body);
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
