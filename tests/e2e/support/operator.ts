import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { expect } from '@playwright/test';
import { localOperator } from '#local/operator.ts';

/** Invokes a function as the operator's commands do, such as `npm run staff`. */
export async function invokeAsOperator(
  name: 'grant-staff' | 'reset-second-factor' | 'send-alerts',
  input: object = {},
): Promise<void> {
  const { E2E_ORIGIN = '', E2E_DATA_DIR } = process.env;
  const lambda = new LambdaClient(localOperator(Number(new URL(E2E_ORIGIN).port), E2E_DATA_DIR));
  const { FunctionError } = await lambda.send(
    new InvokeCommand({
      FunctionName: `antecede-local-${name}`,
      Payload: JSON.stringify(input),
    }),
  );
  expect(FunctionError).toBeUndefined();
}
