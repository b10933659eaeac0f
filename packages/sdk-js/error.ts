/** A call that failed. */
export class AntecedeError extends Error {
  override readonly name = 'AntecedeError';
  /**
   * One of the codes that the installation explains at {@link docsUrl}. The client adds four: `Unreachable` (no answer came),
   * `TimedOut`, and `ExportFailed` and `BuildFailed`, whose reason is the message.
   */
  readonly code: string;
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  /** Under which the installation has logged the call. Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** Page that explains the code. */
  readonly docsUrl: string | undefined;
  /** Milliseconds after which the installation takes the call again, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: {
    code: string;
    message: string;
    status?: number;
    requestId?: string | undefined;
    docsUrl?: string | undefined;
    retryAfterMs?: number | undefined;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.code = failure.code;
    this.status = failure.status ?? 0;
    this.requestId = failure.requestId;
    this.docsUrl = failure.docsUrl;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** Codes of answers that the gateway gave itself: it sends a status and no code. */
const gatewayCodes: Readonly<Record<number, string>> = {
  401: 'Unauthenticated',
  413: 'TooLarge',
  429: 'Busy',
  503: 'Busy',
};

interface OneError {
  code?: string;
  message?: string;
  docsUrl?: string;
}

interface ErrorBody {
  errors?: OneError[];
  Code?: string;
  Message?: string;
  DocsUrl?: string;
  RequestId?: string;
}

/** The error of an answer, in either form of the API. Any other body comes from the gateway or a proxy. */
export async function errorOf(answer: Response): Promise<AntecedeError> {
  const { status, headers } = answer;
  const body: ErrorBody = (await answer.json().catch(() => null)) ?? {};
  const first = body.errors?.[0];
  return new AntecedeError({
    code: body.Code ?? first?.code ?? gatewayCodes[status] ?? 'Internal',
    message: body.Message ?? first?.message ?? `The installation answered ${status}.`,
    status,
    requestId: body.RequestId ?? headers.get('apigw-requestid') ?? undefined,
    docsUrl: body.DocsUrl ?? first?.docsUrl,
    retryAfterMs: millisecondsOf(headers.get('retry-after')),
  });
}

/** `Retry-After` in milliseconds: seconds or a date. */
function millisecondsOf(value: string | null): number | undefined {
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}
