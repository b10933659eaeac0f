import type { Plugin, Rolldown } from 'vite';

/** Where the code begins that several groups are named after, as ends of paths. */
const site = '/web/site/main.tsx';
const app = '/web/app/main.tsx';
const signIn = ['layouts/auth-layout', 'routes/sign-in', 'routes/sign-up', 'routes/reset-password'];
const signInModules = signIn.map((path) => `/web/app/${path}.tsx`);
const mixedLayout = '/web/app/layouts/mixed-layout.tsx';
const memberLayout = '/web/app/layouts/dashboard-layout.tsx';
const searchPage = '/web/app/routes/search.tsx';
const documentPages = ['patent', 'document', 'list', 'compare'].map(
  (page) => `/web/app/routes/${page}.tsx`,
);

/**
 * How many pages and dialogs must share a module for it to go into the chunk that all of them load. Fewer make fewer
 * requests and more bytes. Over HTTP/1.1 a request costs a page as much as some 6 KB: one of six connections for a round trip.
 */
const commonTo = 12;

/** The same for small modules and for styles, which cost little where they are not needed. */
const smallTo = 8;

const mantine = '@mantine/core/esm';

/** Packages, or parts of them, that are loaded together. */
const packages = {
  /** What the groups below share with all pages: in one of them, all pages would load it. */
  shared: pathsOf(
    '@mantine/hooks/esm/(utils|use-did-update|use-merged-ref|use-uncontrolled)/',
    `${mantine}/core/(?!utils/(close-on-escape|create-(event|scoped)|find-element|get-(context|default-z|env|ref-prop|single)|is-element))`,
    `${mantine}/components/Stack/`,
    '@tanstack/query-core/build/modern/(query|mutation)Observer',
    '@tanstack/react-query/build/modern/use(Base|Suspense)?(Query|Mutation)',
  ),
  /** What many pages of members need: parts of packages, and small modules of this project. */
  member: pathsOf(
    '@mantine/hooks/esm/use-(click-outside|clipboard|disclosure|focus-return|focus-trap|in-viewport)/',
    '@tabler/icons-react/dist/esm/icons/Icon(Arrow|Chevron|Copy|Download|Filter|Plus|Search|X\\.)',
    '@tanstack/react-query/build/modern/useIsFetching',
    `${mantine}/core/utils/`,
    `${mantine}/components/(FocusTrap|Group|NativeSelect|Overlay|Portal|Textarea|VisuallyHidden)/`,
  ),
  parts: ownPaths(
    'web/ui/(text/copy-button|form/(segments|use-submit-on-enter)|page/use-(keys|seen|stable))',
    'web/ui/patent/(citations|lists)',
    'web/api/(own-searches|patents|use-index-name|warm)',
    'web/lib/(language-name|name-from-text|place-of-quote|query-words|runnable-search)',
    'web/features/documents/(citation|search-link)',
    'web/features/subscription/subscription-gate',
    'web/features/tours/(pending-tours|tour|tour-steps)',
    'shared/(first-names|place-name|query-language/(has-operators|number-list))',
  ),
  /** Small modules, of which many pages need some. */
  small: ownPaths(
    'web/(api|lib)/[^/]+',
    'web/app/start-loading',
    'web/ui/(feedback/(modal|loaded|empty-state)|page/(back-link|facts|section))',
    'shared/column-uses',
  ),
  table: pathsOf('@tanstack/(table-core|react-table|store)/'),
  searches: /\/web\/(features\/search|lib|api)\/|\/shared\/query-language\//,
  /** Places menus and the like beside what opens them. */
  floating: pathsOf('@floating-ui/', `${mantine}/components/(Popover|ScrollArea|Tooltip)/`),
};

/** Modules of packages whose paths begin with one of these. */
function pathsOf(...starts: string[]): RegExp {
  return new RegExp(`/node_modules/(${starts.join('|')})`);
}

/** Modules of the project with one of these paths, without the ending. */
function ownPaths(...paths: string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})(\\.module)?\\.(tsx?|css)$`);
}

/**
 * Groups modules into chunks. Without groups, each set of pages that share a module makes a chunk of its own: more than
 * a hundred for a page, most of them smaller than a kilobyte.
 */
export function groupChunks(): Plugin {
  let reach: Reach;
  const isIn = (starts: readonly string[]) => (id: string) =>
    !reach.isEntry(id) && starts.some((start) => !id.endsWith(start) && reach.from(start).has(id));
  const isOfMembers = (id: string) =>
    isIn([memberLayout])(id) ||
    // Hits lead from the search to documents.
    (isIn([searchPage])(id) && isIn(documentPages)(id)) ||
    packages.member.test(id) ||
    packages.parts.test(id) ||
    (packages.small.test(id) && !isIn([site])(id) && reach.entriesTo(id) >= smallTo);
  const isCommonStyle = (id: string) =>
    id.endsWith('.css') &&
    !isIn([site])(id) &&
    (isOfMembers(id) || isIn([mixedLayout])(id) || reach.entriesTo(id) >= smallTo);
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
                // What the public site shares with the app, with the frame of its pages.
                {
                  name: 'base',
                  test: (id) =>
                    isIn([site])(id) && (!id.includes('/web/site/') || isIn([mixedLayout])(id)),
                },
                // With what the sign-in shares with pages of members, and the styles that most pages need, which the documents
                // have then.
                {
                  name: 'app',
                  test: (id) =>
                    reach.from(app).has(id) ||
                    packages.shared.test(id) ||
                    (signInModules.some((start) => reach.from(start).has(id)) &&
                      (reach.from(memberLayout).has(id) || reach.entriesTo(id) >= commonTo)) ||
                    isCommonStyle(id),
                },
                { name: 'account', test: isIn(signInModules) },
                // The layout of members, and what many of their pages need.
                { name: 'member', test: isOfMembers },
                {
                  name: 'table',
                  test: (id) => packages.table.test(id) || id.includes('/web/ui/table/'),
                },
                { name: 'floating', test: packages.floating },
                {
                  name: 'common',
                  minShareCount: commonTo,
                  test: (id) => !reach.isEntry(id) && !isIn([site])(id),
                },
                {
                  name: 'searches',
                  // Styles are one file, too.
                  test: (id) =>
                    isIn([searchPage])(id) &&
                    (id.endsWith('.css') ||
                      (packages.searches.test(id) && reach.entriesTo(id) > 1)),
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
  /** How many chunks that are imported when they are needed lead to a module of the project. */
  entriesTo(id: string): number;
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
  const from = (end: string) => {
    const reached = found.get(end) ?? follow(end);
    found.set(end, reached);
    return reached;
  };
  const isEntry = (id: string) => {
    const info = build.getModuleInfo(id);
    return info !== null && (info.isEntry || info.dynamicImporters.length > 0);
  };
  const entries = ids.filter((id) => !id.includes('/node_modules/') && isEntry(id));
  return {
    from,
    entriesTo: (id) => entries.filter((entry) => from(entry).has(id)).length,
    isEntry,
  };
}
