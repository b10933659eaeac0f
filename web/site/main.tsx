import './site.css';
import { hydrateRoot } from 'react-dom/client';
import { countPageView } from '#web/lib/analytics.ts';
import { SitePage } from './site-page.tsx';

hydrateRoot(document.getElementById('root')!, <SitePage path={window.location.pathname} />);
void countPageView(window.location.pathname);
