import type { Plugin, Rolldown } from 'vite';

/** Where the code begins that several groups are named after, as ends of paths. */
const site = '/web/site/main.tsx';
const app = '/web/app/main.tsx';
const signIn = ['layouts/auth-layout', 'routes/sign-in', 'routes/sign-up', 'routes/reset-password'];
const signInModules = signIn.map((path) => `/web/app/${path}.tsx`);
const memberLayout = '/web/app/layouts/dashboard-layout.tsx';

/**
 * How many pages and dialogs must share a module for it to go into the chunk that all of them load. Fewer make fewer
 * requests and more bytes. At 12, a page of members loads a fifth of the requests that it would load without groups, and
 * no more bytes, because large files compress better.
 */
const commonTo = 12;

/**
 * Groups modules into chunks. Without groups, each set of pages that share a module makes a chunk of its own: more than
 * a hundred for a page, most of them smaller than a kilobyte.
 */
export function groupChunks(): Plugin {
  let reach: Reach;
  // The first module stays outside: that of the app waits for pages, which would wait for their group.
  const isIn = (starts: readonly string[]) => (id: string) =>
    !reach.isEntry(id) && starts.some((start) => !id.endsWith(start) && reach.from(start).has(id));
  return {
    name: 'antecede:group-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              // A group takes what its modules import too, except for what groups before it have taken.
              groups: inOrder(
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                // What the public site shares with the app, without the site's own pages.
                { name: 'base', test: (id) => isIn([site])(id) && !id.includes('/web/site/') },
                { name: 'app', test: isIn([app]) },
                { name: 'account', test: isIn(signInModules) },
                { name: 'member', test: isIn([memberLayout]) },
                {
                  name: 'common',
                  minShareCount: commonTo,
                  test: (id) => !reach.isEntry(id) && !isIn([site])(id),
                },
              ),
            },
          },
        },
      },
    }),
    buildEnd() {
      reach = reachOf(this);
    },
  };
}

/** Gives the first group the highest priority. */
const inOrder = (...groups: Rolldown.CodeSplittingGroup[]) =>
  groups.map((group, place) => ({ ...group, priority: groups.length - place }));

interface Reach {
  /** The project's modules that a module imports, directly or not. Packages are left out. @param start end of its path */
  from(start: string): ReadonlySet<string>;
  /** Whether a chunk begins with the module: a document's script, or what is imported when it is needed. */
  isEntry(id: string): boolean;
}

function reachOf(build: Rolldown.PluginContext): Reach {
  const found = new Map<string, ReadonlySet<string>>();
  const ids = Array.from(build.getModuleIds());
  const follow = (end: string) => {
    const start = ids.find((id) => id.endsWith(end));
    if (!start) throw new Error(`The build has no module ${end}`);
    const reached = new Set([start]);
    for (const id of reached) {
      for (const next of build.getModuleInfo(id)?.importedIds ?? []) {
        // The index of a package imports all of it, whether it is used or not.
        if (!next.includes('/node_modules/')) reached.add(next);
      }
    }
    return reached;
  };
  return {
    from(end) {
      const reached = found.get(end) ?? follow(end);
      found.set(end, reached);
      return reached;
    },
    isEntry(id) {
      const info = build.getModuleInfo(id);
      return info !== null && (info.isEntry || info.dynamicImporters.length > 0);
    },
  };
}
