// Runs before the first paint of the app's document: begins the first calls of the page at this address, shows its place, and
// has its scripts and styles fetched together with those of the app, which would ask for them only once it runs.
(() => {
  const { files, members, memberCalls, pages } = JSON.parse(
    document.getElementById('pages').textContent,
  );
  const segments = location.pathname.split('/').filter(Boolean);
  const search = new URLSearchParams(location.search);
  const fits = (part, segment) =>
    part.startsWith(':') ? segment !== undefined || part.endsWith('?') : part === segment;
  const page = pages.find(({ path }) => {
    const parts = path.split('/');
    return (
      segments.length <= parts.length && parts.every((part, place) => fits(part, segments[place]))
    );
  });
  let mayHaveSession = false;
  let device;
  let session;
  try {
    const keys = Object.keys(localStorage);
    mayHaveSession = keys.some((key) => key.startsWith('CognitoIdentityServiceProvider.'));
    device = localStorage.getItem('antecede.device');
    session = sessionOf(keys);
  } catch {
    // Without storage nobody is signed in. What is no token is left to the app.
  }
  const copyOf = (template) => document.querySelector(template).content.cloneNode(true);
  const root = document.getElementById('root');
  root.append(copyOf(`[data-shell="${mayHaveSession ? 'members' : 'visitors'}"]`));
  // Visitors are sent to the sign-in.
  if (!page || (page.isPrivate && !mayHaveSession)) return;
  const parameters = {};
  for (const [place, part] of page.path.split('/').entries()) {
    if (part.startsWith(':') && segments[place])
      parameters[part.replace(/\W/g, '')] = segments[place];
  }
  const header = root.querySelector('main header');
  if (page.title) {
    document.title = `${page.title} · Antecede`;
    header.querySelector('h1').textContent = page.title;
  }
  const isUndescribed = search.has(page.undescribedWith) || page.undescribedWith in parameters;
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
  // A session that must be renewed comes before its calls.
  if (session || !mayHaveSession) begin((session ? memberCalls : []).concat(page.calls));

  // The token that the app will send, and whose it is; undefined if it ends within a minute. See `stored-token.ts`.
  function sessionOf(keys) {
    const [last, ...others] = keys.filter((key) => key.endsWith('.LastAuthUser'));
    if (!last || others.length > 0) return undefined;
    const token = localStorage.getItem(
      `${last.replace(/LastAuthUser$/, localStorage.getItem(last))}.idToken`,
    );
    const payload = token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/');
    const { sub, exp } = JSON.parse(atob(payload));
    return exp * 1000 > Date.now() + 60_000 ? { token, user: sub } : undefined;
  }

  // Makes calls that the app would make once it runs. It takes the answers from here: see `begun-calls.ts`.
  function begin(calls) {
    const known = { ...Object.fromEntries(search), device, user: session?.user };
    for (const [name, segment] of Object.entries(parameters))
      known[name] = decodeURIComponent(segment);
    window.begunCalls = [];
    for (const { method, path, query = {}, body: given, isAnonymous } of calls) {
      const authorization = session && !isAnonymous ? `Bearer ${session.token}` : undefined;
      let isKnown = true;
      const filled = (values) =>
        Object.entries(values).map(([name, value]) => [
          name,
          value.replace(/\{(\w+)=?(\w*)\}/, (_, key, otherwise) => {
            const found = known[key] ?? otherwise;
            if (found === '') isKnown = false;
            return found;
          }),
        ]);
      const pairs = filled(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const body = given && JSON.stringify(Object.fromEntries(filled(given)));
      if (!isKnown) continue;
      const url = pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
      const headers = {
        ...(authorization && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      };
      const answer = fetch(url, { method, headers, body });
      // The app says that it failed, when it takes it.
      answer.catch(() => undefined);
      window.begunCalls.push({ method, url, body, authorization, answer });
    }
  }
})();
