import { getRecord } from '#core/storage/records.ts';
import { put, write } from '#core/storage/writes.ts';
import { type Corpus, corpusVersion, describeCorpus } from '#functions/patents/index.ts';
import { ProductError } from '#shared/errors.ts';
import { conversations } from '#tables/conversations.ts';
import { chatExpiry } from './threads.ts';

/** Read once by each instance: a catalogue changes by the week. */
let known: Promise<Corpus | undefined> | undefined;

/**
 * What the catalogue of patents holds; undefined if none is loaded. The searches for it are made once for each version, not by each
 * instance at its first answer.
 */
export function knownCorpus(now: Date): Promise<Corpus | undefined> {
  known ??= readCorpus(now).catch((error) => {
    known = undefined;
    if (error instanceof ProductError) return undefined;
    throw error;
  });
  return known;
}

async function readCorpus(now: Date): Promise<Corpus | undefined> {
  const version = await corpusVersion();
  if (!version) return undefined;
  const stored = await getRecord('dynamodb:GetItem Conversations', conversations.corpus, {
    version,
  });
  if (stored) return stored;
  const corpus = await describeCorpus();
  const record = { version, ...corpus, expires_at: chatExpiry(now) };
  const key = conversations.corpus.key({ version });
  await write(put('dynamodb:PutItem Conversations', conversations.corpus, key, record));
  return corpus;
}
