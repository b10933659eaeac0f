import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unusable = /[/\\\u0000-\u001f\u007f]/;

/** Throws `OnlyCsv`, or `InvalidRequest` for a name that cannot be part of a key. */
export function requireCsvName(fileName: string) {
  if (!fileName.toLowerCase().endsWith('.csv')) throw new ProductError('OnlyCsv');
  const fits = Buffer.byteLength(fileName) <= limits.fileNameMaxBytes && fileName.isWellFormed();
  if (!fits || unusable.test(fileName)) {
    throw new ProductError(
      'InvalidRequest',
      'Please rename the file: its name is too long or has slashes or control characters.',
    );
  }
}
