import type { ErrorCode } from './errors.ts';

export interface AnsweredError {
  code: ErrorCode;
  message: string;
  requestId: string;
  /** Whether a call of the public index API failed, which answers with an array. */
  isPublic: boolean;
  /** Of the installation, which explains each code on a page. */
  origin: string;
}

/** The answer to a call that failed, in the specification's forms, with the address that explains the code. */
export function errorBody({ code, message, requestId, isPublic, origin }: AnsweredError): object {
  const docs = `${origin}/errors#${code}`;
  return isPublic
    ? { errors: [{ code, message, docsUrl: docs }], RequestId: requestId }
    : { Code: code, Message: message, RequestId: requestId, DocsUrl: docs };
}
