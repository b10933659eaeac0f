// The first file that runs. It may run in an old Node, so it is plain JavaScript without imports.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Antecede needs Node 24, this is ${process.versions.node}. Run "npm ci" and "npm start": they bring their own.`,
  );
  process.exit(1);
}
await import('./start.ts');
