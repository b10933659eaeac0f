import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { errorsText } from './errors/errors-text.ts';
import { legalTexts } from './legal/legal-texts.ts';
import { SitePage } from './site-page.tsx';
import { PageHead, sitePages } from './site-pages.tsx';

/** The public pages with the markup of their heads and bodies. */
export const renderPages = () =>
  sitePages.map((page) => ({
    file: page.file,
    head: renderToStaticMarkup(<PageHead {...page} />),
    body: renderToString(
      <SitePage
        path={page.path}
        legal={legalTexts[page.path]}
        errors={page.path === '/errors' ? errorsText : undefined}
      />,
    ),
  }));
