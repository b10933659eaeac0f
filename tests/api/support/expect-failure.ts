import { expect } from 'vitest';
import { ApiError } from '#shared/client.ts';
import { type ErrorCode, errorCatalog } from '#shared/errors.ts';

/** Expects a call to fail with a code of the catalogue, its status, and a request id to quote. */
export async function expectFailure(call: Promise<unknown>, code: ErrorCode): Promise<ApiError> {
  const error = await call.then(
    () => expect.unreachable(`the call succeeded instead of failing with ${code}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  const failure = error as ApiError;
  expect(failure).toMatchObject({ code, status: errorCatalog[code].status });
  expect(failure.requestId, 'request id').toBeTruthy();
  expect(failure.message).toBeTruthy();
  return failure;
}
