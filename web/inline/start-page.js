// Runs before the first paint of the app's document: shows the place of the page at this address, and has its scripts and
// styles fetched together with those of the app, which would ask for them only once it runs.
(() => {
  const { files, members, pages } = JSON.parse(document.getElementById('pages').textContent);
  const segments = location.pathname.split('/').filter(Boolean);
  const fits = (part, segment) =>
    part.startsWith(':') ? segment !== undefined || part.endsWith('?') : part === segment;
  const page = pages.find(({ path }) => {
    const parts = path.split('/');
    return (
      segments.length <= parts.length && parts.every((part, place) => fits(part, segments[place]))
    );
  });
  let mayHaveSession = false;
  try {
    mayHaveSession = Object.keys(localStorage).some((key) =>
      key.startsWith('CognitoIdentityServiceProvider.'),
    );
  } catch {
    // Without storage nobody is signed in.
  }
  const copyOf = (template) => document.querySelector(template).content.cloneNode(true);
  const root = document.getElementById('root');
  root.append(copyOf(`[data-shell="${mayHaveSession ? 'members' : 'visitors'}"]`));
  // Visitors are sent to the sign-in.
  if (!page || (page.isPrivate && !mayHaveSession)) return;
  const header = root.querySelector('main header');
  if (page.title) {
    document.title = `${page.title} · Antecede`;
    header.querySelector('h1').textContent = page.title;
  }
  const parts = page.path.split('/');
  const parameters = parts.filter((part, place) => part.startsWith(':') && segments[place]);
  const isUndescribed =
    new URLSearchParams(location.search).has(page.undescribedWith) ||
    parameters.some((part) => part.replace(/\W/g, '') === page.undescribedWith);
  if (page.description && !isUndescribed) header.querySelector('p').textContent = page.description;
  else header.querySelector('p').remove();
  header.nextElementSibling.replaceWith(copyOf(`[data-shape="${page.shape}"]`));
  root.querySelector(`nav a[href="${page.menu}"]`)?.setAttribute('aria-current', 'page');
  for (const place of new Set(mayHaveSession ? members.concat(page.files) : page.files)) {
    const link = document.createElement('link');
    const isStyle = files[place].endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    else link.fetchPriority = 'low';
    link.crossOrigin = '';
    link.href = `/${files[place]}`;
    document.head.append(link);
  }
})();
