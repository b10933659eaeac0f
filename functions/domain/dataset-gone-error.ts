import type { ByteSource } from '#engine';
import { isChanged, isMissing } from '#functions/store/s3.ts';

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
  return {
    sizeBytes: source.sizeBytes,
    async read(offset, length) {
      try {
        return await source.read(offset, length);
      } catch (error) {
        if (isMissing(error) || isChanged(error)) throw new DatasetGoneError();
        throw error;
      }
    },
  };
}
