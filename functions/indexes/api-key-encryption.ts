import { logger } from '#core/runtime/log.ts';
import { decryptText, encryptText, isKeyLost } from '#core/storage/encryption.ts';

/** The owner is bound into the ciphertext: copied to another organization or index it cannot be decrypted. */
export interface KeyOwner {
  orgId: string;
  indexId: string;
}

const contextOf = ({ orgId, indexId }: KeyOwner) => ({ org: orgId, index: indexId });

export const encryptApiKey = (apiKey: string, owner: KeyOwner): Promise<Uint8Array> =>
  encryptText(apiKey, contextOf(owner));

/** In place of the text of a key. */
export const hiddenText = '•'.repeat(12);

/** The text of a key; hidden if the key that encrypted it is lost. Calls with it go on to work: they compare its hash. */
export async function decryptApiKey(ciphertext: Uint8Array, owner: KeyOwner): Promise<string> {
  try {
    return await decryptText(ciphertext, contextOf(owner));
  } catch (error) {
    if (!isKeyLost(error)) throw error;
    logger.error('key cannot be decrypted', { org: owner.orgId, index: owner.indexId });
    return hiddenText;
  }
}
