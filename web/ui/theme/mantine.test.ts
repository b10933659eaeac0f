import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '../..');
const hasStyles = (name: string) =>
  existsSync(path.resolve(web, `../node_modules/@mantine/core/styles/${name}.layer.css`));

/** Components of Mantine that are meant to look as the browser shows them. */
const bare = ['Image'];

test('every component of Mantine that is used has its styles, from all pages or from its own file', () => {
  const everywhere = readFileSync(path.join(import.meta.dirname, 'mantine.css'), 'utf8');
  const used = globSync('**/*.tsx', { cwd: web }).flatMap((file) => {
    const source = readFileSync(path.join(web, file), 'utf8');
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? [];
    return names.split(',').map((name) => ({ name: name.trim(), source, file }));
  });
  const styled = used.filter(({ name }) => hasStyles(name) && !bare.includes(name));
  expect(styled.length).toBeGreaterThan(100);
  const missing = styled.filter(
    ({ name, source }) => !`${everywhere}${source}`.includes(`styles/${name}.layer.css`),
  );
  expect(missing.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});
