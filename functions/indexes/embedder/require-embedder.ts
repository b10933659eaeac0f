import { ProductError } from '#shared/errors.ts';
import { installedEmbedder } from './embed-texts.ts';

/** Throws `InvalidRequest` if an index shall be embedded and the installation has no model for it. */
export function requireEmbedder(embed: boolean | undefined): void {
  if (!embed || installedEmbedder()) return;
  throw new ProductError('InvalidRequest', 'This installation has no model that embeds texts.');
}
