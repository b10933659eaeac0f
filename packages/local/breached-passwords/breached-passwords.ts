import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Handler } from '#local/host/server.ts';

const basePath = '/_local/breached-passwords/range/';

/** Passwords that everybody guesses first, of the length that the product accepts. */
const leaked = ['1234567890', '0987654321', 'password123', 'passwordpassword', 'qwertyuiop'];

const hashes = leaked.map((password) =>
  createHash('sha1').update(password).digest('hex').toUpperCase(),
);

/** A line that stands for no password. */
const padding = () => `${randomBytes(18).toString('hex').slice(0, 35).toUpperCase()}:0`;

/**
 * Stands in for Have I Been Pwned on this machine: answers the range API with padding, as the real one does when
 * asked for it, and knows a few passwords.
 */
export const breachedPasswords: { owns(path: string): boolean; handle: Handler } = {
  owns: (path) => path.startsWith(basePath),
  handle: async (_request, response, { pathname }) => {
    const prefix = pathname.slice(basePath.length).toUpperCase();
    if (!/^[0-9A-F]{5}$/.test(prefix)) {
      response.writeHead(400).end('The hash prefix was not in a valid format');
      return;
    }
    const known = hashes
      .filter((hash) => hash.startsWith(prefix))
      .map((hash) => `${hash.slice(prefix.length)}:${randomInt(1, 1_000_000)}`);
    const lines = [...known, ...Array.from({ length: randomInt(800, 1000) }, padding)];
    response.writeHead(200, { 'content-type': 'text/plain' }).end(lines.toSorted().join('\r\n'));
  },
};
