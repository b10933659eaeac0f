import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '#shared/client.ts';

/** CloudFront and Lambda take a while to serve what was deployed. */
const attempts = 12;
const pauseMs = 10_000;
const timeoutMs = 30_000;

/** What a stranger can ask of an installation, by what is wrong if it fails. None changes anything. */
const checks: Record<string, (origin: string, commit: string | undefined) => Promise<void>> = {
  'the API answers as the deployed commit': async (origin, commit) => {
    const answer = await call(origin)('get-health');
    if (answer.commit !== commit) throw new Error(`it is ${answer.commit ?? 'of no commit'}`);
  },
  'the home page comes with its script': async (origin) => {
    const page = await get(`${origin}/`);
    const script = /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1];
    if (!script) throw new Error('the page names no script');
    const { headers } = await get(new URL(script, `${origin}/`).href);
    const type = headers.get('content-type') ?? 'no type';
    if (!type.includes('javascript')) throw new Error(`${script} is ${type}`);
  },
  'the app finds its user pool': async (origin) => {
    const { userPoolClientId } = await call(origin)('get-config');
    if (!userPoolClientId) throw new Error('config.json names none');
  },
  'members are asked who they are': async (origin) => {
    const { status } = await fetch(`${origin}/api/indexes`, { signal: timeout() });
    if (status !== 401) throw new Error(`a stranger got ${status} for the list of indexes`);
  },
  'patents are looked up': async (origin) => {
    // A number that no office gives. Without the catalogue the answer is another error, but an answer, too.
    const body = { ucid: 'US-1-B9' };
    await call(origin)('get-patent-text', { body }).catch((error) => {
      if (!(error.status < 500)) throw error;
    });
  },
};

const timeout = () => AbortSignal.timeout(timeoutMs);

async function get(url: string): Promise<Response> {
  const answer = await fetch(url, { signal: timeout() });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer;
}

const call = (baseUrl: string) =>
  createClient({
    fetch: (url, init) => fetch(url, { ...(init as RequestInit), signal: timeout() }),
    baseUrl,
    getToken: async () => undefined,
  });

/** The commit that an installation says it is of; undefined where it does not answer, or does not know. */
export const commitOf = (origin: string): Promise<string | undefined> =>
  call(origin)('get-health').then(
    ({ commit }) => commit,
    () => undefined,
  );

/**
 * Tries an installation as a stranger does, again and again until all is well or two minutes are over.
 *
 * @param commit that was deployed
 * @returns what is wrong, a line each
 */
export async function smokeTest(
  origin: string,
  commit: string | undefined,
  wait: () => Promise<unknown> = () => sleep(pauseMs),
): Promise<string[]> {
  let wrong: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await wait();
    const results = await Promise.allSettled(
      Object.values(checks).map((check) => check(origin, commit)),
    );
    const names = Object.keys(checks);
    wrong = results.flatMap((result, at) =>
      result.status === 'rejected' ? [`${names[at]}: not so, ${messageOf(result.reason)}`] : [],
    );
    if (wrong.length === 0) return [];
  }
  return wrong;
}

/** `fetch` hides the reason, such as an unknown name, in the cause. */
const messageOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message} (${cause.message})` : message;
