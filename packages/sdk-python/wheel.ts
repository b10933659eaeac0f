import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { strToU8, type Zippable, zipSync } from 'fflate';

const source = new URL('src/antecede/', import.meta.url);
/** As `zip` stamps what has no time: the same sources make the same archive. */
const mtime = new Date(1980, 0, 1);

/** The package as pip installs it, https://packaging.python.org/en/latest/specifications/binary-distribution-format/. */
export async function packWheel(): Promise<{ name: string; bytes: Uint8Array }> {
  const [readme, project, versionFile] = await Promise.all([
    readFile(new URL('README.md', import.meta.url), 'utf8'),
    readFile(new URL('pyproject.toml', import.meta.url), 'utf8'),
    readFile(new URL('_version.py', source), 'utf8'),
  ]);
  const version = /"(.+)"/.exec(versionFile)![1]!;
  const info = `antecede-${version}.dist-info`;
  const names = (await readdir(source)).filter((name) => /\.py$|^py\.typed$/.test(name)).sort();
  const modules = await Promise.all(
    names.map(async (name) => [`antecede/${name}`, await readFile(new URL(name, source))] as const),
  );
  const files: Record<string, Uint8Array> = {
    ...Object.fromEntries(modules),
    [`${info}/METADATA`]: strToU8(metadataOf(project, version, readme)),
    [`${info}/WHEEL`]: strToU8(
      'Wheel-Version: 1.0\nGenerator: antecede\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
  };
  const lines = Object.entries(files).map(([path, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url');
    return `${path},sha256=${hash},${bytes.length}\n`;
  });
  files[`${info}/RECORD`] = strToU8(`${lines.join('')}${info}/RECORD,,\n`);
  const entries: Zippable = Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, [bytes, { mtime }]]),
  );
  return { name: `antecede-${version}-py3-none-any.whl`, bytes: zipSync(entries) };
}

/** What `pyproject.toml` says of the package, in the form of wheels. */
function metadataOf(project: string, version: string, readme: string): string {
  const textOf = (name: string) => new RegExp(`^${name} = "(.+)"$`, 'm').exec(project)![1]!;
  const listOf = (name: string) =>
    Array.from(
      new RegExp(`^${name} = \\[(.*)\\]$`, 'm').exec(project)![1]!.matchAll(/"([^"]+)"/g),
      ([, item]) => item!,
    );
  const extras = ['pandas', 'langchain', 'llamaindex'];
  return [
    'Metadata-Version: 2.4',
    `Name: ${textOf('name')}`,
    `Version: ${version}`,
    `Summary: ${textOf('description')}`,
    `License-Expression: ${textOf('license')}`,
    `Requires-Python: ${textOf('requires-python')}`,
    ...listOf('dependencies').map((each) => `Requires-Dist: ${each}`),
    ...extras.flatMap((extra) => [
      `Provides-Extra: ${extra}`,
      ...listOf(extra).map((each) => `Requires-Dist: ${each}; extra == "${extra}"`),
    ]),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}
