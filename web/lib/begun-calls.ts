/** A call that the document has begun (`start-page.js`) while the scripts of the page were fetched. */
interface BegunCall {
  method: string;
  url: string;
  body: string | undefined;
  /** The header with the token; undefined for visitors. */
  authorization: string | undefined;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    begunCalls?: BegunCall[];
  }
}

/** Later a page wants a fresh answer, even if nobody has taken the first one. */
const goodForMs = 20_000;

/**
 * The answer to the same call of the same person, if the document has begun it. Each is taken once, and is nowhere else than in
 * the memory of the page.
 */
export function takeBegun(
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
): Promise<Response> | undefined {
  const calls = globalThis.window?.begunCalls ?? [];
  const place = calls.findIndex(
    (call) =>
      call.method === init.method &&
      call.url === url &&
      call.body === init.body &&
      call.authorization === init.headers.authorization,
  );
  if (place < 0 || performance.now() > goodForMs) return undefined;
  const [taken] = calls.splice(place, 1);
  return taken!.answer;
}
