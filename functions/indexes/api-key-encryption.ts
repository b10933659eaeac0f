import { decryptText, encryptText } from '#core/storage/encryption.ts';

/** The owner is bound into the ciphertext: copied to another organization or index it cannot be decrypted. */
export interface KeyOwner {
  orgId: string;
  indexId: string;
}

const contextOf = ({ orgId, indexId }: KeyOwner) => ({ org: orgId, index: indexId });

export const encryptApiKey = (apiKey: string, owner: KeyOwner): Promise<Uint8Array> =>
  encryptText(apiKey, contextOf(owner));

export const decryptApiKey = (ciphertext: Uint8Array, owner: KeyOwner): Promise<string> =>
  decryptText(ciphertext, contextOf(owner));
