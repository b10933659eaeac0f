import { indexKeys } from '#shared/contract/index-keys.ts';
import { keyRestrictions } from '#shared/contract/key-restrictions.ts';
import { tenantToken } from '#shared/contract/tenant-token.ts';
import { limits } from '#shared/limits.ts';
import type { DocsSection } from './blocks.ts';
import { fieldTable } from './field-table.ts';
import { code, heading, json, text } from './make-blocks.ts';
import { type DocsSubject, metadataColumns, sampleFilter } from './subject.ts';

/** Label of the program that signs a token. */
export const tokenProgram = 'A token, signed with Node.js';

/** Keys that may do less, and tokens that are signed with them. */
export function keysSection(subject: DocsSubject): DocsSection {
  const filter = sampleFilter(subject);
  const rows = filter && { filters: [filter] };
  const restrictions = {
    uses: ['search'],
    ...rows,
    columns: metadataColumns(subject).slice(0, 3),
    origins: ['https://shop.example'],
    queries_per_day: 10_000,
  };
  const page = `const answer = await fetch('${subject.api_endpoint}/query', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': token },
  body: JSON.stringify({ request: { conceptFeaturesString: text } }),
});`;
  return {
    id: 'restricted-keys',
    title: 'Restricted keys and tenant tokens',
    blocks: [
      text(
        'A key can be narrowed when it is made, on the page of the index or by `POST /api/index`. What narrows it never changes: make another key instead. A call that a key may not make is answered with 403 `KeyRestricted`, which says why.',
      ),
      json('Restrictions of a key', restrictions),
      fieldTable('What narrows a key', keyRestrictions, 'input'),
      text(
        'With `filters`, other rows do not exist: they are not found, counted, listed in facets or named by errors, and a word that only they have is as good as none. Explanations then name no words, spelling is not corrected, and `vectors` and `dictionary` are refused. Scores, and the order that follows from them, still depend on the words of all rows: build an index for each customer if that is too much.',
      ),
      heading('A new text for a key'),
      text(
        `\`POST ${indexKeys['rotate-index-key'].path}\` gives a key a new text. The old one is answered for \`overlap_hours\` more, ${limits.keyOverlapHoursMax} at most; the list of keys says when each was used last.`,
      ),
      heading('Tenant tokens'),
      text(
        `Your server signs a token for each of your customers, without a call to us: a JSON Web Token with an Ed25519 key, whose public key you give when you make a key of the index (\`public_keys\`). It narrows that key and never widens it, changes no rows, and lasts ${limits.tenantTokenHours} hours at most. It is sent in place of the key. The visitor of a page may see it: \`origins\` of the key name the pages that may use it in a browser.`,
      ),
      code(
        'Keys to sign with',
        'openssl genpkey -algorithm ed25519 -out private.pem\nopenssl pkey -in private.pem -pubout -out public.pem',
      ),
      code(tokenProgram, programOf({ jti: 'customer-42', queries_per_day: 1000, ...rows })),
      fieldTable('What a token says', tenantToken, 'input'),
      text(
        'Any library for JSON Web Tokens that knows EdDSA makes the same token. A token ends with its key, and with its public key: `public_key` of `POST /api/index/rotate` gives a new one, and the one before stays until the next.',
      ),
      code('A search in a page', page),
    ],
  };
}

const programOf = (claims: object) => `import { sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const header = { alg: 'EdDSA', kid: 'YOUR_KEY_ID' };
const claims = {
  exp: Math.floor(Date.now() / 1000) + 3600,
  ...${JSON.stringify(claims)},
};
const signed = [header, claims]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const signature = sign(null, Buffer.from(signed), readFileSync('private.pem'));
console.log(\`\${signed}.\${signature.toString('base64url')}\`);
`;
