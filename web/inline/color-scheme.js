// Runs before the first paint, so that a dark page never flashes white. It is inlined, because
// fetching a script would delay the first paint. Later it follows the system, as the app does.
(() => {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Storage can be switched off; the system decides then.
    }
    const dark = choice === 'dark' || (choice !== 'light' && systemIsDark.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  systemIsDark.addEventListener('change', apply);
})();
