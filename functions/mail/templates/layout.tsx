import type { ReactNode } from 'react';
import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Text } from 'react-email';

const ink = '#1c2126';
const accent = '#1f3a5f';
const sans = 'Inter, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif';
const serif = '"Source Serif 4", Georgia, "Times New Roman", serif';

interface LayoutProps {
  /** What a mail program shows beside the subject. */
  preview: string;
  title: string;
  action: { label: string; href: string };
  children: ReactNode;
}

/** The one look of all mails: a headline, some text, one button. */
export function Layout({ preview, title, action, children }: LayoutProps) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: '#ffffff', color: ink, fontFamily: sans, margin: 0 }}>
        <Container style={{ maxWidth: 560, padding: '32px 24px' }}>
          <Heading as="h1" style={{ fontFamily: serif, fontSize: 26, fontWeight: 600 }}>
            {title}
          </Heading>
          {children}
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
          <Hr style={{ borderColor: '#d9dde1', margin: '32px 0 16px' }} />
          <Text style={{ color: '#59636d', fontSize: 13, margin: 0 }}>
            Antecede, semantic search for patents and text datasets.
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
