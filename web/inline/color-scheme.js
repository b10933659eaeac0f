// Runs before the first paint, so that a dark page never flashes white. It is inlined, because
// fetching a script would delay the first paint.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage can be switched off; the system decides then.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
