import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import SwaggerUI from 'swagger-ui-react';
import { indexOpenapiQuery } from '#web/api/index-docs.ts';
import { indexPath } from '#web/lib/index-path.ts';
import { LoadedPage } from '#web/ui/feedback/loaded.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { explorerPlugin } from './explorer-plugin.tsx';
import type { SecurityScheme } from './explorer-system.ts';
import 'swagger-ui-react/swagger-ui.css';
import './explorer.css';

/** The API of an index, to read and to try with a key. */
export function ApiExplorer({ indexId }: { indexId: string }) {
  return (
    <LoadedPage
      query={useQuery(indexOpenapiQuery(indexId))}
      failure="The API specification could not be loaded"
    >
      {(document) => <Explorer indexId={indexId} document={document} />}
    </LoadedPage>
  );
}

/** The parts of the OpenAPI document that this page reads. */
interface ExplorerDocument {
  info: { title: string; description: string };
  components: { securitySchemes: { apiKey: SecurityScheme } };
}

interface ExplorerProps {
  indexId: string;
  document: Record<string, unknown>;
}

function Explorer({ indexId, document }: ExplorerProps) {
  const { info, components } = document as unknown as ExplorerDocument;
  // Created once: a new plugin would restart the explorer.
  const [plugin] = useState(() => explorerPlugin(components.securitySchemes.apiKey, indexId));
  useDarkClass();
  return (
    <>
      <PageHeader
        breadcrumb={<BackLink to={indexPath(indexId)}>{info.title.replace(/ API$/, '')}</BackLink>}
        description={info.description}
      />
      <SwaggerUI
        spec={document}
        plugins={[plugin]}
        layout="ExplorerLayout"
        docExpansion="list"
        defaultModelsExpandDepth={-1}
      />
    </>
  );
}

/** Sets the class of the document by which Swagger UI's styles recognise the dark scheme. */
function useDarkClass() {
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle('dark-mode', isDark);
    return () => classList.remove('dark-mode');
  }, [isDark]);
}
