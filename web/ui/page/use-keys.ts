import { useEffect, useEffectEvent } from 'react';

const fields = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]';

/**
 * Single keys of a page, by the character that they type, whatever the keyboard. They mean themselves in fields and
 * dialogs. A handler that returns false leaves the key to the browser.
 */
export function useKeys(
  handlers: Readonly<Record<string, (event: KeyboardEvent) => unknown>>,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, isComposing } = event;
    if (ctrlKey || metaKey || altKey || isComposing || event.defaultPrevented) return;
    if (!Object.hasOwn(handlers, key)) return;
    if (target instanceof Element && target.closest(fields)) return;
    if (document.querySelector('[role="dialog"]')) return;
    if (handlers[key]!(event) !== false) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
