import './site.css';
import { hydrateRoot } from 'react-dom/client';
import { countPageView } from '#web/lib/analytics.ts';
import { SitePage } from './site-page.tsx';

const path = window.location.pathname.replace(/(.)\/$/, '$1');
const isLegal = path === '/terms' || path === '/privacy';
const texts = isLegal ? (await import('./legal/legal-texts.ts')).legalTexts : {};

const errors =
  path === '/errors' ? (await import('./errors/errors-text.ts')).errorsText : undefined;

hydrateRoot(
  document.getElementById('root')!,
  <SitePage path={path} legal={texts[path]} errors={errors} />,
);
void countPageView(path);
