// The first file that runs. It may run in an old Node, so it is plain JavaScript without static imports.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Antecede needs Node 24, this is ${process.versions.node}. Run "npm ci" and "npm start": they bring their own.`,
  );
  process.exit(1);
}
// A third of a start is stripping types and compiling.
const { enableCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');
enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/antecede-compile', import.meta.url)),
);
await import('./start.ts');
