// Runs before the first paint, so that a dark page never flashes white. It stands in the documents themselves, for
// nothing is painted while a script is fetched.
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
