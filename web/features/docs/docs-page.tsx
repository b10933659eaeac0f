import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { DocsSection, DocsPage as Page } from '#shared/docs/blocks.ts';
import { keyPlaceholder } from '#shared/docs/code-examples.ts';
import { toMarkdown } from '#shared/docs/markdown.ts';
import { indexDocsQuery } from '#web/api/index-docs.ts';
import { revealOldestKey } from '#web/api/index-keys.ts';
import { userQuery } from '#web/api/user.ts';
import { indexPath } from '#web/lib/index-path.ts';
import { ErrorPanel } from '#web/ui/feedback/error-panel.tsx';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { CopyButton } from '#web/ui/text/copy-button.tsx';
import { DocsBlocks, type Language } from './docs-blocks.tsx';
import { DocsMenu } from './docs-menu.tsx';
import classes from './docs-page.module.css';

interface DocsPageProps {
  indexName: string;
  /** Visitors see the documentation of catalogues. */
  isMember: boolean;
}

/** Documentation of one index. */
export function DocsPage({ indexName, isMember }: DocsPageProps) {
  return (
    <LoadedPage
      query={useQuery(indexDocsQuery(isMember, indexName))}
      failure="The documentation could not be loaded"
    >
      {(page) => <Documentation page={page} isMember={isMember} />}
    </LoadedPage>
  );
}

function Documentation({ page, isMember }: { page: Page; isMember: boolean }) {
  const { index_id, name, title, sections } = page;
  const [language, setLanguage] = useState<Language>('curl');
  const key = useExampleKey(index_id, isMember);
  useLinkedSection();
  return (
    <>
      <PageHeader
        title={title}
        breadcrumb={isMember && <BackLink to={indexPath(index_id)}>{name}</BackLink>}
        actions={<CopyButton value={toMarkdown(page)} label="Copy as Markdown" />}
      />
      <div className={classes.layout}>
        <DocsMenu sections={sections} />
        <div className={classes.sections}>
          <div className={classes.key}>
            <span>
              {key.value
                ? 'The examples hold one of your secret keys.'
                : `The examples hold ${keyPlaceholder} in place of a secret key.`}
            </span>
            {!isMember && (
              <Button size="compact-sm" variant="default" component="a" href="/sign-up">
                Get a key
              </Button>
            )}
            {key.mayReveal && (
              <Button
                size="compact-sm"
                variant="default"
                loading={key.loading}
                onClick={key.toggle}
              >
                {key.value ? 'Hide my key' : 'Show my key'}
              </Button>
            )}
          </div>
          {key.error && <ErrorPanel title="The key could not be loaded" error={key.error} />}
          {sections.map((section) => (
            <Section key={section.id} section={section}>
              <DocsBlocks
                blocks={section.blocks}
                apiKey={key.value}
                language={language}
                onLanguage={setLanguage}
              />
            </Section>
          ))}
        </div>
      </div>
    </>
  );
}

function Section({ section, children }: { section: DocsSection; children: React.ReactNode }) {
  return (
    <div id={section.id} className={classes.section}>
      <h2 className={classes.title}>{section.title}</h2>
      {children}
    </div>
  );
}

/** A key of the index for the examples. Only admins may see one, and only on request: it is noted that they did. */
function useExampleKey(indexId: string, isMember: boolean) {
  const { data: user } = useQuery({ ...userQuery, enabled: isMember });
  const { data, error, isPending, mutate, reset } = useMutation(revealOldestKey(indexId));
  return {
    value: data,
    mayReveal: user?.role === 'admin',
    loading: isPending,
    error,
    toggle: () => (data === undefined ? mutate(undefined) : reset()),
  };
}

/** Scrolls to the section in the address: when the browser looked for it, the page was not loaded yet. */
function useLinkedSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}
