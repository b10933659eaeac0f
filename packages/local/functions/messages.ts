/** Given to a worker thread when it starts. */
export interface WorkerSettings {
  /** Module and export, for instance `index.handler`. */
  handler: string;
  codeDirectory: string;
  /** One float64: how far the local clock is ahead of the real one, in milliseconds. */
  clock: SharedArrayBuffer;
  /** Whether no request waits for the function, so that others go first. */
  isBackground: boolean;
}

/** One invocation, from the host to the worker. */
export interface InvokeMessage {
  requestId: string;
  /** The event as JSON. */
  event: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  timeoutMs: number;
}

/** The outcome of one invocation: the answer as JSON, or the error in Lambda's form. */
export type AnswerMessage =
  | { requestId: string; result: string }
  | { requestId: string; error: { errorType: string; errorMessage: string } };
