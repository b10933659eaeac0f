import './site.css';
import { hydrateRoot } from 'react-dom/client';
import { SitePage } from './site-page.tsx';

hydrateRoot(document.getElementById('root')!, <SitePage path={window.location.pathname} />);
