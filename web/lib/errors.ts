import { ApiError } from '#shared/client.ts';

/** The text of anything thrown, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong';
}

/** What support needs to find a failed request in the logs. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
