// Fetches the scripts of a page rendered at build time when it has been painted, which needs none of them.
(() => {
  // What is appended is no longer in the template, so that the first call counts.
  const load = () => document.head.append(document.querySelector('template#scripts').content);
  if (document.documentElement.hasAttribute('data-may-have-session')) load();
  else new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  // A page in the background is not painted.
  setTimeout(load, 2000);
})();
