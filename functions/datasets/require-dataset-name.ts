import { isDatasetName, withoutEnding } from '#shared/dataset-names.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

const slashesAndControls = /[/\\\p{Cc}\u2028\u2029]/u;
/** Marks that change the writing direction: with them `evil\u202Egpj.csv` is shown as `evilvsc.jpg`. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** A visible character: no space, format character (such as zero-width ones) or combining mark. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** S3 replaces it by the name of the posted file, so the policy of this key would not match the upload. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: this is not a template string
const s3Variable = '${filename}';

/**
 * Throws `OnlyCsv`, or `InvalidRequest` for a name that cannot be part of a key or that misleads its
 * readers.
 */
export function requireDatasetName(fileName: string) {
  if (!isDatasetName(fileName)) throw new ProductError('OnlyCsv');
  const reason = problemOf(fileName);
  if (reason) throw new ProductError('InvalidRequest', `Please rename the file: ${reason}.`);
}

function problemOf(fileName: string): string | undefined {
  if (Buffer.byteLength(fileName) > limits.fileNameMaxBytes) return 'its name is too long';
  if (!fileName.isWellFormed()) return 'its name has half of a character (a lone surrogate)';
  if (slashesAndControls.test(fileName)) return 'its name has slashes or control characters';
  if (directionMarks.test(fileName)) return 'its name has marks that change the writing direction';
  if (!visible.test(withoutEnding(fileName))) return 'its name has no visible characters';
  if (fileName.includes(s3Variable))
    return `its name has ${s3Variable}, which the file store replaces`;
  return undefined;
}
