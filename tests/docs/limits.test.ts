import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { pages } from './pages.ts';

/** Sentences of the pages that state a limit, with the figure that they must state. */
const claims: [file: string, sentence: RegExp, figure: number][] = [
  ['docs/errors/README.md', /name has at least (\d+) characters/, limits.organizationNameMinLength],
  ['docs/errors/README.md', /no plan may upload (\d+) GB/, limits.trialUploadBytes / 1e9],
  ['docs/limits.md', /no plan may upload (\d+) GB/, limits.trialUploadBytes / 1e9],
  ['docs/errors/README.md', /trial of (\d+) days/, limits.trialDays],
  ['docs/errors/README.md', /overdue for (\d+) days/, limits.paymentRetryDays],
  ['docs/errors/README.md', /older than (\d+) days/, limits.uploadTokenDays],
  ['docs/errors/README.md', /sign-in of the last (\d+) minutes/, limits.freshSignInSeconds / 60],
  ['docs/errors/README.md', /An index has at most (\d+) keys/, limits.apiKeysPerIndex],
  ['docs/errors/README.md', /adds at most (\d+) references/, limits.reportAddedMax],
  ['docs/operating.md', /(\d+) days \(`reportDays`/, limits.reportDays],
  ['docs/operating.md', /(\d+) days \(`reportLinkDays`/, limits.reportLinkDays],
  ['docs/operating.md', /(\d+) days \(`reportWaitDays`/, limits.reportWaitDays],
  ['docs/operating.md', /(\d+) days \(`newsletterLinkDays`/, limits.newsletterLinkDays],
  ['docs/operating.md', /on trial for (\d+) days/, limits.trialDays],
  ['docs/operating.md', /(\d+) days \(`auditDays`/, limits.auditDays],
  ['docs/operating.md', /(\d+) days \(`exportDays`/, limits.exportDays],
  ['docs/operating.md', /(\d+) days \(`suppressionDays`/, limits.suppressionDays],
  ['docs/operating.md', /tokens \(hashed\) \|[^|]*\| (\d+) days/, limits.uploadTokenDays],
  ['docs/billing.md', /for (\d+) days \(`trialMemoryDays`/, limits.trialMemoryDays],
  ['docs/adr/016-personal-data.md', /for (\d+) days \(`trialMemoryDays`/, limits.trialMemoryDays],
  ['docs/adr/005-api-keys.md', /At most (\d+) per index/, limits.apiKeysPerIndex],
  ['docs/adr/010-audit-trail.md', /expire after (\d+) days/, limits.auditDays],
  ['README.md', /files of up to (\d+) TB/, limits.cliUploadMaxBytes / 1024 ** 4],
  ['packages/cli/README.md', /up to (\d+) TB/, limits.cliUploadMaxBytes / 1024 ** 4],
];

test.each(claims)('%s states the limit %s', (file, sentence, figure) => {
  const { text } = pages.find((page) => page.file === file)!;
  expect(Number(sentence.exec(text.replace(/\s+/g, ' '))?.[1])).toBe(figure);
});
