/**
 * The lint rules that keep the rooms of README.md apart, and the parts of `functions/` (ADR 041) and `web/`
 * (ADR 032).
 */
import type { OxlintOverride } from 'oxlint';

/** A folder and what its files may import. */
interface Room {
  folder: string;
  /** Aliases of `package.json` without `#`. `engine` is the engine's public file alone. */
  may: readonly string[];
  /** Rooms of which it may import types only. */
  mayTypes?: readonly string[];
  /** Packages and relative paths that it may not import. */
  mayNot?: readonly string[];
}

const aws = '@aws-sdk/**';
const cdk = 'aws-cdk-lib/**';

/** An operator's command: it knows the names of environments and the key of the local installation. */
const operatorCommand = {
  may: ['shared/**', 'infra/environments.ts', 'local/operator.ts'],
  mayNot: [cdk],
};

/** Rooms are imported by alias, so that their rules see it. A relative path into another one is an error. */
const intoRooms = String.raw`^(\.\./)+(functions|infra|ops|packages|shared|tests|web)/`;
/** From a room in `packages/` or `ops/` into the one beside it. */
const intoRoomBeside = String.raw`^(\.\./)+(assistant|backup|billing|catalog|cli|cost|deploy|engine|erasures|local|report|sdk-js|sdk-python|staff|widget)/`;
const refused = (regex: string) => ({
  regex,
  message: 'Import another room by its alias: see oxlint.rooms.ts.',
});

/** Another folder of these rooms is imported by its alias, so that the rule sees it. */
const byAlias = '../*/**';
/** What leaves a feature, for a file in it and for one in a folder of it. */
const otherFolder = '../**';
const twoFoldersUp = '../../**';

const featureMay = ['shared/**', 'tables/**', 'core/**', 'engine', 'functions/*/index.ts'];

/** Later rooms take precedence. Rooms that are not listed may import everything. */
export const rooms: readonly Room[] = [
  { folder: 'shared', may: ['shared/**'], mayNot: ['node:*', 'react*', aws, cdk] },
  { folder: 'packages/engine', may: [], mayNot: ['node:http', aws] },
  // A feature: it imports another one through that one's `index.ts`.
  {
    folder: 'functions/*',
    may: featureMay,
    mayNot: ['./index.ts', otherFolder],
  },
  {
    folder: 'functions/*/*',
    may: featureMay,
    mayNot: ['../index.ts', twoFoldersUp],
  },
  { folder: 'functions/*/jobs', may: featureMay, mayNot: [aws, '../index.ts', twoFoldersUp] },
  { folder: 'functions/*/endpoints', may: featureMay, mayNot: [aws, '../index.ts', twoFoldersUp] },
  { folder: 'functions/core/storage', may: ['shared/**', 'tables/**', 'core/**', 'engine'] },
  {
    folder: 'functions/core/{request,runtime}',
    may: ['shared/**', 'tables/**', 'core/**'],
    mayNot: [aws],
  },
  { folder: 'functions/core/tables', may: ['shared/**'], mayNot: ['node:*', aws] },
  {
    folder: 'infra',
    may: ['infra/**', 'shared/**', 'tables/**', 'functions/features.ts'],
    mayTypes: ['core'],
  },
  { folder: 'web', may: ['web/**', 'shared/**'] },
  { folder: 'web/lib', may: ['web/lib/**', 'shared/**'], mayNot: [byAlias] },
  { folder: 'web/api', may: ['web/{api,lib}/**', 'shared/**'], mayNot: [byAlias] },
  { folder: 'web/ui', may: ['web/{ui,lib}/**', 'shared/**'], mayNot: [byAlias] },
  {
    // The public pages load neither the app nor its libraries: ADR 032.
    folder: 'web/site',
    may: ['web/{site,ui,lib}/**', 'shared/**'],
    mayNot: ['@mantine/**', 'react-router-dom', byAlias],
  },
  {
    // No feature imports another one: what two features need belongs into api, ui or lib.
    folder: 'web/features',
    may: ['web/{api,ui,lib}/**', 'shared/**'],
    mayNot: [byAlias],
  },
  // A part of a feature reaches the parts beside it by `../part`, and nothing above the feature.
  {
    folder: 'web/features/*/*',
    may: ['web/{api,ui,lib}/**', 'shared/**'],
    mayNot: [twoFoldersUp],
  },
  {
    folder: 'web/app',
    may: ['web/{app,features,site,api,ui,lib}/**', 'shared/**'],
    mayNot: [byAlias],
  },
  // Published on its own, so it has no aliases: it imports `../../shared`, `../sdk-js` and Node.
  {
    folder: 'packages/cli',
    may: [],
    mayNot: [aws, '../{engine,local,assistant}/**', '../../{functions,infra,web,tests,ops}/**'],
  },
  // Published on its own: it imports nothing. What makes the package uses Node.
  // Built into one script.
  {
    folder: 'packages/widget',
    may: [],
    mayNot: ['node:http', aws, '../{engine,local,assistant,cli}/**', '../../**'],
  },
  // Python, but for what packs it.
  { folder: 'packages/sdk-python', may: [], mayNot: [aws, '../*/**', '../../**'] },
  { folder: 'packages/sdk-js', may: [], mayNot: [aws, '../*/**', '../../**'] },
  {
    folder: 'packages/local',
    may: ['local/**', 'shared/**', 'tables/**', 'infra/**', 'assistant/**', 'ops/billing/**'],
  },
  {
    folder: 'packages/assistant',
    may: ['assistant/**', 'shared/**'],
    mayNot: ['node:*', aws, cdk],
  },
  { folder: 'ops/billing', may: ['shared/**', 'ops/billing/**'], mayNot: [cdk] },
  { folder: 'ops/catalog', ...operatorCommand, may: [...operatorCommand.may, 'ops/catalog/**'] },
  {
    folder: 'ops/deploy',
    may: [
      'infra/environments.ts',
      'infra/settings.ts',
      'infra/test-settings.ts',
      'ops/cost/{bill,cluster-bill}.ts',
      'shared/{assistant-model,client}.ts',
    ],
    mayNot: [cdk],
  },
  { folder: 'ops/report', ...operatorCommand },
  { folder: 'ops/staff', ...operatorCommand },
];

const endpointErrors = {
  name: '#shared/errors.ts',
  importNames: ['ProductError'],
  message:
    "Use `throw fail('…')`: it takes the codes that the contract declares for this endpoint.",
};

/** Rooms whose tests may import everything: those of functions replace the SDK. */
const freeTests = [
  'shared',
  'functions/*',
  'functions/*/*',
  'functions/*/jobs',
  'functions/core/storage',
];

/** What the tests of every room wait with. */
const waiting = 'tests/support/eventually.ts';

/** `a/{b,c}/**` as `a/b/**` and `a/c/**`. */
function expand(pattern: string): string[] {
  const braces = /^(.*)\{(.*)\}(.*)$/.exec(pattern);
  if (!braces) return [pattern];
  const [, before, names, after] = braces;
  return names!.split(',').map((name) => before + name + after);
}

/** Files in no room of the table. */
const otherFiles: OxlintOverride = {
  files: ['{ops,tests}/**'],
  rules: { 'no-restricted-imports': ['error', { patterns: [refused(intoRooms)] }] },
};

/** Read by Vite, which knows no aliases yet. */
const configuration = 'web/vite.config.ts';

/** An override of Oxlint for each room. */
const overrideOf = (room: Room): OxlintOverride => {
  const { folder, may, mayTypes = [], mayNot = [] } = room;
  const message = `${folder}/ may not import it: see oxlint.rooms.ts.`;
  const allowed = [waiting, ...may.flatMap(expand), ...mayTypes.map((room) => `${room}/**`)].map(
    (alias) => `!#${alias}`,
  );
  const patterns = [
    // What is published has no aliases. It names what it may not import.
    ...(folder === 'packages/cli' || folder === 'packages/widget'
      ? []
      : [refused(intoRooms), refused(intoRoomBeside)]),
    // First, and an expression: once a pattern with `!` allows an import, Oxlint looks no further.
    ...mayTypes.map((room) => ({ regex: `^#${room}/`, allowTypeImports: true, message })),
    { group: ['#*', '#*/**', ...allowed, ...mayNot.flatMap(expand)], message },
  ];
  const paths = folder.includes('endpoints') ? [endpointErrors] : [];
  return {
    files: [`${folder}/**`],
    excludeFiles: [
      configuration,
      ...(freeTests.includes(folder) ? [`${folder}/**/*.test.ts`] : []),
    ],
    rules: { 'no-restricted-imports': ['error', { paths, patterns }] },
  };
};

export const roomOverrides = [otherFiles, ...rooms.map(overrideOf)];
