/** `npm run mail`: shows every mail of the product, and mails a suppressed address again. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { runnerImport } from 'vite';
import { isEnvironmentName } from '#infra/environments.ts';
import { escapeHtml } from '#local/aws/html.ts';
import { localOperatorOfShell } from '#local/operator.ts';

const help = `Usage: npm run mail -- preview [--out FOLDER]
       npm run mail -- lift ADDRESS --env NAME

preview writes every mail as HTML and plain text, with an index.html that shows them in light and dark.

lift mails an address again after a bounce or a complaint, once its owner has said that the mailbox works,
or that they want our mail.

  --out FOLDER   by default dist/mails
  --env NAME     local, dev, staging or prod; the AWS credentials are those of the shell`;

const darkQuery = '(prefers-color-scheme: dark)';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'dist/mails' },
    env: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const [command, address] = positionals;

try {
  if (values.help) console.log(help);
  else if (command === 'preview') await preview(values.out);
  else if (command === 'lift' && address && isEnvironmentName(values.env)) {
    await lift(address, values.env);
  } else {
    console.error(help);
    process.exitCode = 2;
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function preview(folder: string): Promise<void> {
  // The templates are TSX, which Node does not read.
  const { module } = await runnerImport<typeof import('#functions/mail/preview-mails.ts')>(
    join(import.meta.dirname, '../functions/mail/preview-mails.ts'),
  );
  const mails = await module.previewMails('https://antecede.example');
  await mkdir(folder, { recursive: true });
  for (const { name, html, text } of mails) {
    await writeFile(join(folder, `${name}.html`), html);
    await writeFile(join(folder, `${name}.txt`), text);
  }
  await writeFile(join(folder, 'index.html'), indexPage(mails));
  console.log(`${mails.length} mails: open ${join(folder, 'index.html')}`);
}

/** Each mail in light and dark, whatever the reader's own setting is, and as plain text. */
function indexPage(
  mails: readonly { name: string; subject: string; html: string; text: string }[],
): string {
  const frame = (look: string, subject: string, html: string) =>
    `<iframe title="${escapeHtml(`${subject}, ${look}`)}" sandbox srcdoc="${escapeHtml(html)}"></iframe>`;
  const sections = mails.map(
    ({ name, subject, html, text }) => `<section>
<h2 id="${name}">${escapeHtml(subject)}</h2>
<p>${name} · <a href="${name}.html">HTML</a> · <a href="${name}.txt">plain text</a></p>
<div>
${frame('light', subject, html.replace(darkQuery, 'not all'))}
${frame('dark', subject, html.replace(darkQuery, 'all'))}
<pre>${escapeHtml(text)}</pre>
</div>
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mails of Antecede</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; }
div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem; }
iframe, pre { border: 1px solid #b9c0c7; box-sizing: border-box; height: 30rem; margin: 0; width: 100%; }
pre { overflow: auto; padding: 1rem; white-space: pre-wrap; }
</style>
<h1>${mails.length} mails</h1>
<ul>${mails.map(({ name, subject }) => `<li><a href="#${name}">${escapeHtml(subject)}</a></li>`).join('')}</ul>
${sections.join('\n')}
</html>
`;
}

async function lift(email: string, environment: string): Promise<void> {
  const lambda = new LambdaClient(environment === 'local' ? localOperatorOfShell() : {});
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: `antecede-${environment}-lift-suppression`,
      Payload: JSON.stringify({ email }),
    }),
  );
  const answer = JSON.parse(Payload?.transformToString() || '{}');
  if (FunctionError) throw new Error(answer.errorMessage ?? FunctionError);
  console.log(
    answer.lifted
      ? `${email} gets mail again. It got none since ${answer.lifted.at}: ${answer.lifted.reason}.`
      : `${email} was not suppressed.`,
  );
}
