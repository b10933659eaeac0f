import { anonymousApi } from './anonymous-api.ts';
import { loadConfig } from './config.ts';

/** Counts visits. Another way to count implements this. */
export interface Analytics {
  /** Somebody opened the page at this path. */
  pageViewed(path: string): void;
}

const nobody: Analytics = { pageViewed() {} };

/** Tells our own API the first part of the path: what follows may name a patent that is nobody's business. */
const ownApi: Analytics = {
  pageViewed(path) {
    const [, first = ''] = path.split('/');
    // Nobody misses one that fails.
    anonymousApi('record-page-view', { body: { page: `/${first}` } }).catch(() => undefined);
  },
};

/** The signals by which people ask not to be tracked, as their browser gives them. */
interface Signals {
  doNotTrack?: string | null;
  /** https://w3c.github.io/gpc/ */
  globalPrivacyControl?: boolean;
}

/** Who counts here: nobody, unless the operator has switched counting on and the visitor has not asked against it. */
export function chooseAnalytics(countPageViews: boolean, signals: Signals): Analytics {
  const refused = signals.doNotTrack === '1' || signals.globalPrivacyControl === true;
  return countPageViews && !refused ? ownApi : nobody;
}

/** Counts that somebody opened a page, where that is wanted. */
export async function countPageView(path: string): Promise<void> {
  try {
    const { countPageViews } = await loadConfig();
    chooseAnalytics(countPageViews, navigator).pageViewed(path);
  } catch {
    // Without the configuration nothing is counted.
  }
}
