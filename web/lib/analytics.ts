import { anonymousApi } from './anonymous-api.ts';
import { loadConfig } from './config.ts';

/** Counts visits. Implement this to count in another way. */
export interface Analytics {
  /** Somebody opened the page at this path. */
  pageViewed(path: string): void;
}

const nobody: Analytics = { pageViewed() {} };

/** Sends the first segment of the path to our own API. The rest may name a patent, which is confidential. */
const ownApi: Analytics = {
  pageViewed(path) {
    const [, first = ''] = path.split('/');
    // A lost count does not matter.
    anonymousApi('record-page-view', { body: { page: `/${first}` } }).catch(() => undefined);
  },
};

/** The browser's signals that a person does not want to be tracked. */
interface Signals {
  doNotTrack?: string | null;
  /** https://w3c.github.io/gpc/ */
  globalPrivacyControl?: boolean;
}

/**
 * The counter of this installation; none unless the operator has switched counting on and the visitor has not
 * objected.
 */
export function chooseAnalytics(countPageViews: boolean, signals: Signals): Analytics {
  const refused = signals.doNotTrack === '1' || signals.globalPrivacyControl === true;
  return countPageViews && !refused ? ownApi : nobody;
}

/** Counts a visit of a page if counting is on. */
export async function countPageView(path: string): Promise<void> {
  try {
    const { countPageViews } = await loadConfig();
    chooseAnalytics(countPageViews, navigator).pageViewed(path);
  } catch {
    // Without the configuration nothing is counted.
  }
}
