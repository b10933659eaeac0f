import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Random text of `length` characters with 5 bits each (Crockford's base 32: no i, l, o, u). */
function randomText(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += alphabet[byte & 31];
  return text;
}

export type IdPrefix =
  | 'usr'
  | 'org'
  | 'idx'
  | 'key'
  | 'mky'
  | 'bld'
  | 'aud'
  | 'upl'
  | 'exp'
  | 'thr'
  | 'msg'
  | 'run'
  | 'fbk'
  | 'wrk'
  | 'req'
  | 'lst'
  | 'prj'
  | 'chg'
  | 'svs'
  | 'syn'
  | 'whk'
  | 'src'
  | 'clk';

/** A new prefixed id with 100 random bits: `idx_3k9…`. */
export const newId = (prefix: IdPrefix) => `${prefix}_${randomText(20)}`;

/** A new API key with 200 random bits. */
export const newApiKey = () => `ak_${randomText(40)}`;

/** A new management key with 200 random bits. */
export const newManagementKey = () => `mk_${randomText(40)}`;

/** A new key of a session with 200 random bits. */
export const newSearchKey = () => `ss_${randomText(40)}`;

/** A new upload token with 200 random bits. */
export const newUploadToken = () => `ut_${randomText(40)}`;

/** A new token of a conversation with 200 random bits. */
export const newThreadToken = () => `tt_${randomText(40)}`;

/** A new token of a link to a report with 200 random bits. */
export const newLinkToken = () => `rt_${randomText(40)}`;

/** A new token of a link that somebody shares with 200 random bits. */
export const newShareToken = () => `rs_${randomText(40)}`;
