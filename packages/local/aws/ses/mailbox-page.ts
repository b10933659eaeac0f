import { escapeHtml } from '#local/aws/html.ts';
import type { StoredMail } from './mailbox.ts';

/** The local mailbox as a page: no scripts, everything escaped, HTML mails in a sandboxed frame. */
export function mailboxPage(messages: readonly StoredMail[]): string {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  const list = messages.map((mail, index) => message(mail, index === 0)).join('\n');
  const empty = `<p class="empty">Nothing has been sent yet. Mails of this installation, such as
    sign-up codes, appear here; nothing leaves the machine.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox (${messages.length})</title>
<style>${style}</style>
</head>
<body>
<header><h1>Mailbox</h1><p>${count} on this machine · <a href="">Refresh</a></p></header>
<main>${list || empty}</main>
</body>
</html>
`;
}

/**
 * What the page and the mails in it may load: their own styles and pictures, nothing from elsewhere.
 * Remote images would tell a sender that the mail was opened.
 */
export const mailboxPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const style = `
:root { color-scheme: light dark; --paper: #fdfdfb; --ink: #1b1d21; --muted: #5b6068; --rule: #dddfe2; --accent: #1d4f80; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #121417; --ink: #e6e7e9; --muted: #a2a8b0; --rule: #30343a; --accent: #8db9e4; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1rem 4rem; max-width: 46rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 Inter, system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font: 600 2rem/1.2 'Source Serif 4', Georgia, serif; }
header p, .meta, .empty { color: var(--muted); }
header { margin-bottom: 2rem; }
a { color: var(--accent); }
details.mail { border-top: 1px solid var(--rule); }
details.mail:last-child { border-bottom: 1px solid var(--rule); }
summary { cursor: pointer; padding: .9rem 0; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.mail > summary { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; list-style: none; }
.mail > summary::-webkit-details-marker { display: none; }
.subject { font-weight: 600; }
.mail[open] .subject { color: var(--accent); }
.meta { font-size: .875rem; font-variant-numeric: tabular-nums; }
.to { grid-column: 1 / -1; }
iframe { display: block; width: 100%; height: 20rem; margin: .5rem 0; border: 1px solid var(--rule); background: #fff; resize: vertical; }
pre { margin: .5rem 0 1.5rem; white-space: pre-wrap; font: inherit; }
@media (max-width: 30rem) { .mail > summary { grid-template-columns: 1fr; } }`;

function message(mail: StoredMail, open: boolean): string {
  const text = mail.text && `<pre>${escapeHtml(mail.text)}</pre>`;
  // Links open beside the mailbox; the frame has no other right.
  const frame =
    mail.html &&
    `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" title="${escapeHtml(mail.subject)}"
  srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>`;
  const body =
    frame && text
      ? `${frame}<details><summary class="meta">Plain text</summary>${text}</details>`
      : frame || text;
  return `<details class="mail"${open ? ' open' : ''}>
<summary><span class="subject">${escapeHtml(mail.subject) || '(no subject)'}</span>
<time class="meta" datetime="${escapeHtml(mail.date)}">${escapeHtml(mail.date.slice(0, 16).replace('T', ' '))}</time>
<span class="meta to">${escapeHtml(mail.from)} → ${escapeHtml(mail.to)}</span></summary>
${body}
</details>`;
}
