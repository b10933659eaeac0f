import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Text } from 'react-email';
import type { MailContent } from './templates.ts';

const ink = '#1c2126';
const accent = '#1f3a5f';
const sans = 'Inter, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif';
const mono = 'ui-monospace, Menlo, Consolas, monospace';
const serif = '"Source Serif 4", Georgia, "Times New Roman", serif';

/** Inline styles take precedence over a style sheet without `!important`. */
const darkMode = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper td { background-color: #121417 !important; color: #e6e7e9 !important; }
  .code { color: #8db9e4 !important; }
  .button, .paper td .button { background-color: #8db9e4 !important; color: #121417 !important; }
  .rule { border-color: #30343a !important; }
  .muted { color: #a2a8b0 !important; }
}`;

export const tagline = 'Antecede, semantic search for patents and text datasets.';

/** The one look of all mails, light and dark: a headline, some text, perhaps a code, perhaps a button. */
export function MailLayout(content: MailContent) {
  const { subject, preview, paragraphs, code, action, links, stop } = content;
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkMode}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="paper"
        style={{ backgroundColor: '#ffffff', color: ink, fontFamily: sans, margin: 0 }}
      >
        <main>
          <Container style={{ maxWidth: 560, padding: '32px 24px' }}>
            <Text
              className="code rule"
              style={{
                borderBottom: '1px solid #d9dde1',
                color: accent,
                fontFamily: serif,
                fontSize: 20,
                fontWeight: 600,
                margin: '0 0 24px',
                paddingBottom: 12,
              }}
            >
              Antecede
            </Text>
            <Heading
              as="h1"
              style={{ fontFamily: serif, fontSize: 26, fontWeight: 600, lineHeight: '34px' }}
            >
              {subject}
            </Heading>
            {code && (
              <Text
                className="code"
                style={{ color: accent, fontFamily: mono, fontSize: 24, fontWeight: 600 }}
              >
                {code}
              </Text>
            )}
            {paragraphs.map((paragraph) => (
              <Text
                key={paragraph}
                style={{ fontSize: 15, lineHeight: '24px', overflowWrap: 'anywhere' }}
              >
                {paragraph}
              </Text>
            ))}
            {links?.map(({ label, href, about }) => (
              <Text
                key={label + href}
                style={{
                  fontSize: 15,
                  lineHeight: '24px',
                  margin: '0 0 12px',
                  overflowWrap: 'anywhere',
                }}
              >
                <Link href={href} className="code" style={{ color: accent }}>
                  {label}
                </Link>
                {about && (
                  <span
                    className="muted"
                    style={{ color: '#59636d', display: 'block', fontSize: 13, lineHeight: '20px' }}
                  >
                    {about}
                  </span>
                )}
              </Text>
            ))}
            {action && (
              <Button
                href={action.href}
                className="button"
                style={{
                  backgroundColor: accent,
                  borderRadius: 4,
                  color: '#ffffff',
                  fontSize: 15,
                  padding: '12px 20px',
                }}
              >
                {action.label}
              </Button>
            )}
            <Hr className="rule" style={{ borderColor: '#d9dde1', margin: '32px 0 16px' }} />
            <Text className="muted" style={{ color: '#59636d', fontSize: 13, margin: 0 }}>
              {tagline}
              {stop && (
                <>
                  <br />
                  <Link
                    href={stop.href}
                    className="muted"
                    style={{ color: '#59636d', textDecoration: 'underline' }}
                  >
                    {stop.label}
                  </Link>
                </>
              )}
            </Text>
          </Container>
        </main>
      </Body>
    </Html>
  );
}
