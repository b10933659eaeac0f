import { ApiError } from '#shared/client.ts';
import { codeOf, isRefusal, requestIdOf } from './errors.ts';

/** The texts of one call for failures that it words differently from all other calls. */
export interface FailureTexts {
  /** By code, see `codeOf`. */
  codes?: Readonly<Record<string, string>>;
  /** For every other refusal. */
  refused?: string;
  /** For an unexpected failure. */
  unforeseen?: string;
}

function textFor(error: unknown, { codes, refused, unforeseen }: FailureTexts): string | undefined {
  const code = codeOf(error);
  const own = code === undefined ? undefined : codes?.[code];
  if (own !== undefined) return own;
  // A lost connection is not specific to the call, so the general text stays.
  if (code === 'Unreachable') return undefined;
  return isRefusal(error) ? refused : unforeseen;
}

/** Waits for a call. If it fails, the error has the text of this call; code, status and request id stay. */
export async function withFailureTexts<T>(texts: FailureTexts, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const message = textFor(error, texts);
    if (message === undefined) throw error;
    throw new ApiError({
      code: codeOf(error) ?? 'Internal',
      message,
      status: error instanceof ApiError ? error.status : 500,
      requestId: requestIdOf(error),
      cause: error,
    });
  }
}
