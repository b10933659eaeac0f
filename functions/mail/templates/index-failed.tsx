import { Text } from 'react-email';
import type { MailData } from '../message.ts';
import { Layout } from './layout.tsx';

export function indexFailed(data: MailData<'index-failed'>, origin: string) {
  const { indexName, reason } = data;
  return {
    subject: `Your index ${indexName} could not be built`,
    body: (
      <Layout
        preview={reason}
        title={`Your index ${indexName} could not be built`}
        action={{ label: 'Open the index', href: `${origin}/indexes/${data.indexId}` }}
      >
        <Text>{reason}</Text>
        <Text>Nothing else has changed: what was published before goes on serving.</Text>
      </Layout>
    ),
  };
}
