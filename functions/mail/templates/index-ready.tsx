import { Text } from 'react-email';
import type { MailData } from '../message.ts';
import { Layout } from './layout.tsx';

const count = (value: number) => value.toLocaleString('en-US');

export function indexReady(data: MailData<'index-ready'>, origin: string) {
  const { indexName, rows, rejects } = data;
  return {
    subject: `Your index ${indexName} is ready`,
    body: (
      <Layout
        preview={`${count(rows)} rows can be searched now.`}
        title={`Your index ${indexName} is ready`}
        action={{ label: 'Open the index', href: `${origin}/indexes/${data.indexId}` }}
      >
        <Text>
          {count(rows)} rows are indexed. You can query them over the API and on the search page.
        </Text>
        {rejects > 0 && (
          <Text>
            {count(rejects)} rows could not be read and were left out. The page of the index says
            why.
          </Text>
        )}
      </Layout>
    ),
  };
}
