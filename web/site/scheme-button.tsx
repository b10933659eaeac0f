import { useSyncExternalStore } from 'react';
import classes from './scheme-button.module.css';

type Scheme = 'light' | 'dark';

/** The app stores the choice under the same key. `color-scheme.js` reads it before the first paint. */
const storageKey = 'mantine-color-scheme-value';
const attribute = 'data-mantine-color-scheme';

const readScheme = () => document.documentElement.getAttribute(attribute) as Scheme;

/** Calls back when the page becomes light or dark: by the button, or by `color-scheme.js` as the system does. */
function watchScheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [attribute] });
  return () => observer.disconnect();
}

/**
 * Switches between light and dark. Choosing the system's own scheme follows the system again. Disabled until the page
 * is hydrated.
 */
export function SchemeButton() {
  const current = useSyncExternalStore(watchScheme, readScheme, () => undefined);
  const next: Scheme = current === 'dark' ? 'light' : 'dark';
  const change = () => {
    const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const followsSystem = (next === 'dark') === systemIsDark;
    try {
      localStorage.setItem(storageKey, followsSystem ? 'auto' : next);
    } catch {
      // Storage can be switched off; the choice then holds for this page.
    }
    document.documentElement.setAttribute(attribute, next);
  };
  return (
    <button
      type="button"
      className={classes.button}
      disabled={!current}
      aria-label={`Switch to ${next} mode`}
      onClick={change}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        {/* A half-filled disc, the icon for both schemes. */}
        <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" />
      </svg>
    </button>
  );
}
