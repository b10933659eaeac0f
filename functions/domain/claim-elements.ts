import { assistantSettings } from './assistant-settings.ts';

export interface ClaimElement {
  /** `1a`: number of the claim and a letter. */
  label: string;
  text: string;
}

/** Where one element ends and the next begins: after "comprising" and semicolons, before "wherein". */
const boundary =
  /(?<=\b(?:comprising|comprises|consisting of|including)\b:?)\s+|;\s*(?:and\s+)?|,?\s+(?=where(?:in|by)\b)|\n+/gi;

/** Splits a claim into its elements as charts list them. The first one is the preamble. */
export function claimElements(claim: string, number: number): ClaimElement[] {
  const pieces = claim
    .split(boundary)
    .map((piece) => piece.trim().replace(/[,:]$/, ''))
    .filter((piece) => /\p{L}/u.test(piece));
  const { elementsPerClaim } = assistantSettings;
  const kept = pieces.slice(0, elementsPerClaim - 1);
  const rest = pieces.slice(elementsPerClaim - 1).join('; ');
  return [...kept, ...(rest ? [rest] : [])].map((text, index) => ({
    label: `${number}${String.fromCharCode(97 + index)}`,
    text,
  }));
}
