import { availableParallelism } from 'node:os';
import type { PatentDocument } from '#shared/patent-document.ts';
import { storedImagePattern } from '#shared/patent-document-key.ts';
import type { Documents } from '../destination/documents.ts';
import type { Text } from '../input/text.ts';
import type { ReadRecord } from '../records.ts';
import { Converter } from './converter.ts';

type OpenImages = NonNullable<Text['image']>;

/** A document with the names of its stored images, and what is wrong with those that could not be stored. */
interface WithImages {
  readonly document: PatentDocument;
  readonly problems: readonly string[];
}

/** Images of one document. Chemical patents have a thousand; more are not stored. */
const MAX_IMAGES = 2000;
const MAX_CONVERTERS = 4;

/**
 * Passes records through, with the images of their documents stored. An image that cannot be shown is a rejected record before
 * that of its document.
 */
export async function* withStoredImages(
  records: AsyncIterable<ReadRecord>,
  documents: Pick<Documents, 'addImage'>,
): AsyncGenerator<ReadRecord> {
  const images = new ImageStore(documents);
  try {
    for await (const record of records) {
      const { outcome, image } = record;
      if (!image || !('row' in outcome) || !outcome.document) yield record;
      else {
        const { document, problems } = await images.store(outcome.document, image);
        for (const reason of problems) yield { ...record, outcome: { reason } };
        yield { ...record, outcome: { ...outcome, document } };
      }
    }
  } finally {
    await images.close();
  }
}

/** Converts the images that were delivered with documents, and stores them beside these. */
class ImageStore {
  readonly #documents: Pick<Documents, 'addImage'>;
  readonly #converters = Array.from(
    { length: Math.min(availableParallelism(), MAX_CONVERTERS) },
    () => new Converter(),
  );

  constructor(documents: Pick<Documents, 'addImage'>) {
    this.#documents = documents;
  }

  async store(document: PatentDocument, open: OpenImages): Promise<WithImages> {
    const { drawings = [], objects = [] } = document;
    const names = [...drawings, ...objects].flatMap(({ image }) => image ?? []);
    const images = [...new Set(names)].slice(0, MAX_IMAGES);
    const stored = new Map<string, string>();
    const problems: string[] = [];
    const storeOne = async (image: string, converter: Converter) => {
      const name = `${image.replace(/\.[^.]*$/, '').replace(/[^\w-]/g, '_')}.png`;
      const tiff = storedImagePattern.test(name) && (await open(image));
      if (!tiff) return;
      const result = await converter.convert(tiff);
      if ('problem' in result) {
        problems.push(`The image ${image} of ${document.ucid} cannot be shown: ${result.problem}.`);
        return;
      }
      await this.#documents.addImage(document.ucid, name, result.png);
      stored.set(image, name);
    };
    await Promise.all(
      this.#converters.map(async (converter, first) => {
        for (let at = first; at < images.length; at += this.#converters.length) {
          await storeOne(images[at]!, converter);
        }
      }),
    );
    if (stored.size === 0) return { document, problems };
    const named = <T extends { image?: string | undefined }>(one: T): T => {
      const name = stored.get(one.image ?? '');
      return name ? { ...one, stored: name } : one;
    };
    return {
      document: {
        ...document,
        ...(drawings.length > 0 && { drawings: drawings.map(named) }),
        ...(objects.length > 0 && { objects: objects.map(named) }),
      },
      problems: problems.toSorted(),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#converters.map((converter) => converter.close()));
  }
}
