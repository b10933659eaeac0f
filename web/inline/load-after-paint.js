// Loads the scripts of a page rendered at build time after its first paint, which does not need them.
(() => {
  // Appending empties the template, so only the first call has an effect.
  const load = () => document.head.append(document.querySelector('template#scripts').content);
  if (document.documentElement.hasAttribute('data-may-have-session')) load();
  else new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  // Pages in the background are not painted.
  setTimeout(load, 2000);
})();
