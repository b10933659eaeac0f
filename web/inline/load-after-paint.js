// Fetches the scripts of a page rendered at build time when it has been painted, which needs none of them.
requestAnimationFrame(() =>
  setTimeout(() => {
    const { content } = document.querySelector('template#scripts');
    document.head.append(content);
  }),
);
