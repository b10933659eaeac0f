import { renderToString } from 'react-dom/server';
import { SitePage } from './site-page.tsx';

/**
 * The markup of a public page, as it stands in its document.
 * @param file of the build: `/terms.html`
 */
export function renderPage(file: string): string {
  return renderToString(<SitePage path={file.replace(/^\/index\.html$|\.html$/, '') || '/'} />);
}
