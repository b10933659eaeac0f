import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** Control (or Command) and K lead to a search from every page: to its search box, or to the page of a search. */
export function useSearchShortcut(): void {
  const navigate = useNavigate();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    const box = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-search-box]');
    if (box) box.select();
    else void navigate('/search', { state: { isTyping: true } });
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
