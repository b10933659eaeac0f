import { optionalSetting } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import { readEmbedderKey } from '#core/storage/secrets.ts';
import { type Embedder, embedderSchema } from '#shared/embedder.ts';
import { askEmbedder, EmbedderFailure, textsAtOnce, withRetries } from './ask-embedder.ts';

/** Requests at a time of one step of a build. */
const requestsAtOnce = 4;
/** One request of a build, and how often it is sent. */
const rowsMs = 60_000;
const rowTries = 6;
/** Requests that are refused before no more are sent. */
const mostRefusals = 3;
/** A search waits no longer than this for the vector of its text. */
const queryMs = 1500;

/** The embedder of this installation; undefined without one. */
export function installedEmbedder(): Embedder | undefined {
  const given = optionalSetting('EMBEDDER');
  return given ? embedderSchema.parse(JSON.parse(given)) : undefined;
}

/**
 * Vectors of texts of rows, in batches. While the model is away, the rest has none: rows are found by their words, and the next
 * build asks again.
 */
export async function embedRows(
  embedder: Embedder,
  texts: readonly string[],
): Promise<(readonly number[] | undefined)[]> {
  const apiKey = await readEmbedderKey();
  const size = textsAtOnce(embedder);
  const vectors: (readonly number[] | undefined)[] = texts.map(() => undefined);
  // Rows may have words in other columns only. Providers refuse empty texts.
  const asked = Array.from(texts.keys()).filter((i) => texts[i]!.trim() !== '');
  let [next, failures, isAway] = [0, 0, false];
  const work = async () => {
    while (next < asked.length && !isAway) {
      const batch = asked.slice(next, next + size);
      next += size;
      const own = batch.map((i) => texts[i]!);
      try {
        const ask = () => askEmbedder(embedder, apiKey, own, 'row', rowsMs);
        const found = await withRetries(ask, rowTries);
        for (const [n, vector] of found.entries()) vectors[batch[n]!] = vector;
      } catch (error) {
        if (!(error instanceof EmbedderFailure)) throw error;
        failures++;
        // A single text may be refused, such as one of too many tokens.
        isAway = error.isTemporary || failures === mostRefusals;
        logger.error('rows have no vectors: the embedder fails', { error });
      }
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return vectors;
}

/** Vectors of the last texts: pages of one search ask again. */
const kept = new Map<string, number[]>();
const mostKept = 200;

/** The vector of a query; undefined if the model does not give one in time. */
export async function embedQuery(text: string): Promise<number[] | undefined> {
  const embedder = installedEmbedder();
  if (!embedder) return undefined;
  const known = kept.get(text);
  if (known) return known;
  try {
    const apiKey = await readEmbedderKey();
    const [vector] = await askEmbedder(embedder, apiKey, [text], 'query', queryMs);
    kept.set(text, vector!);
    const [oldest] = kept.keys();
    if (kept.size > mostKept) kept.delete(oldest!);
    return vector;
  } catch (error) {
    if (!(error instanceof EmbedderFailure)) throw error;
    logger.warn('a search has no vector: the embedder fails', { error });
    return undefined;
  }
}
