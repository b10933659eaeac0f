import { expect, test } from 'vitest';
import {
  type AttemptLimit,
  allowanceOf,
  attemptKinds,
  attemptLimits,
} from '#shared/attempt-limits.ts';
import { errorCatalog } from '#shared/errors.ts';

const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`;

test('docs/limits.md lists all limits of attempts', async () => {
  const rows = attemptKinds.map((kind) => {
    const limit: AttemptLimit = attemptLimits[kind];
    return cells([`\`${kind}\``, limit.who, limit.what, allowanceOf(limit), limit.answer ?? '']);
  });
  const page = [
    '# Limits',
    '',
    'Who may try what how often. `shared/attempt-limits.ts` is this table as data, and the page of staff shows it, too.',
    'Each row is attacked by `tests/faults/limits.test.ts`, and at every call that it limits by `tests/faults/limits-of-calls.test.ts`.',
    'A limit is a token bucket: so many at once, then one more after each pause. The answer is `TooManyAttempts` (429), which says',
    'how many minutes to wait, or what the last column says. A network is an IPv4 address, or the /64 of an IPv6 address. A mailbox',
    'is an address without its `+tag`. Limits of sizes stand in `shared/limits.ts`, and those of API keys in',
    '[security.md](security.md).',
    '',
    'An organization that has bought no plan may upload 100 GB in all (`trialUploadBytes`), by browser and by tool: `TrialStorageFull`',
    '(402), until it chooses a plan. What an upload may have is counted when it is allowed, so that neither deleted files nor',
    'uploads that never end store more. One way around it is left: the form of a browser can be posted again within its five',
    'minutes, and the versions that this replaces are kept for 30 days.',
    '',
    cells(['kind', 'who', 'what', 'how many', 'another answer']),
    cells(['---', '---', '---', '---', '---']),
    ...rows,
    '',
  ];
  await expect(page.join('\n')).toMatchFileSnapshot('../../docs/limits.md');
  expect(errorCatalog.TooManyAttempts.status).toBe(429);
});
