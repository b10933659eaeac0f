import { isChanged, isMissing } from '#core/storage/s3.ts';
import type { ByteSource } from '#engine';

/** The dataset was deleted or replaced while a build read it. The message is for the customer. */
export class DatasetGoneError extends Error {
  constructor() {
    super(
      'The dataset was deleted or replaced while the index was being built. Upload it again, or build the index from another dataset.',
    );
    this.name = 'DatasetGoneError';
  }
}

/** The same source. Reading it throws this error if the dataset was deleted or replaced. */
export function guardDataset(source: ByteSource): ByteSource {
  const guarded = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (isMissing(error) || isChanged(error)) throw new DatasetGoneError();
      throw error;
    }
  };
  const { readInto } = source;
  return {
    sizeBytes: source.sizeBytes,
    read: (offset, length) => guarded(source.read(offset, length)),
    readInto: readInto && ((offset, target) => guarded(readInto(offset, target))),
  };
}
