import { expect, it } from 'vitest';
import { foreignLanguage } from './foreign-language.ts';

it.each([
  ['ein Bienenstock mit einer Lade und Gitter', 'German'],
  ['une ruche avec un tiroir pour les acariens', 'French'],
  ['una colmena con un cajón para ácaros', 'Spanish'],
  ['Bienenstock mit Königin', 'German'],
  ['drap de bière', undefined],
  ['ミツバチの巣箱', 'Japanese'],
  ['улей', 'Russian'],
  ['die casting, e.g. 3 per cent zinc at x and y, la Porte', undefined],
  ['bees', undefined],
])('%j looks like %s', (text, language) => {
  expect(foreignLanguage(text)).toBe(language);
});
