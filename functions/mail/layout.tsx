import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Text } from 'react-email';
import type { MailContent } from './templates.ts';

const ink = '#1c2126';
const accent = '#1f3a5f';
const sans = 'Inter, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif';
const mono = 'ui-monospace, Menlo, Consolas, monospace';
const serif = '"Source Serif 4", Georgia, "Times New Roman", serif';

export const tagline = 'Antecede, semantic search for patents and text datasets.';

/** The one look of all mails: a headline, some text, perhaps a code, perhaps a button. */
export function MailLayout({ subject, preview, paragraphs, code, action }: MailContent) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: '#ffffff', color: ink, fontFamily: sans, margin: 0 }}>
        <Container style={{ maxWidth: 560, padding: '32px 24px' }}>
          <Heading as="h1" style={{ fontFamily: serif, fontSize: 26, fontWeight: 600 }}>
            {subject}
          </Heading>
          {code && (
            <Text style={{ color: accent, fontFamily: mono, fontSize: 24, fontWeight: 600 }}>
              {code}
            </Text>
          )}
          {paragraphs.map((paragraph) => (
            <Text key={paragraph} style={{ fontSize: 15, lineHeight: '24px' }}>
              {paragraph}
            </Text>
          ))}
          {action && (
            <Button
              href={action.href}
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
          <Hr style={{ borderColor: '#d9dde1', margin: '32px 0 16px' }} />
          <Text style={{ color: '#59636d', fontSize: 13, margin: 0 }}>{tagline}</Text>
        </Container>
      </Body>
    </Html>
  );
}
