import { expect, it } from 'vitest';
import { literatureDateColumn, literatureOf } from './literature.ts';

it('dates a paper by its first version, and its text by the last', () => {
  const row = {
    id: '3101.00001',
    title: 'On wet glass',
    text: 'We rub glasses.',
    authors: 'Ada Plum',
    update_date: '2031-02-10',
    published_date: '2031-01-07',
    version_date: '2031-02-07',
  };
  expect(literatureOf('arxiv', row)).toEqual({
    catalog: 'arxiv',
    id: '3101.00001',
    title: 'On wet glass',
    text: 'We rub glasses.',
    authors: 'Ada Plum',
    published: '2031-01-07',
    textDate: '2031-02-07',
    link: 'https://arxiv.org/abs/3101.00001',
  });
  expect(literatureDateColumn('arxiv', Object.keys(row))).toBe('published_date');
});

it('takes the later day where that is all that was loaded, and none where there is none', () => {
  const earlier = { id: '1', update_date: '2031-02-10', published_date: '' };
  expect(literatureOf('arxiv', earlier)).toMatchObject({
    published: '2031-02-10',
    textDate: '2031-02-10',
  });
  expect(literatureDateColumn('arxiv', ['id', 'update_date'])).toBe('update_date');
  const article = { ID: '7', title: 'Glass', article: 'Wet.', link: 'https://a.example/Glass' };
  expect(literatureOf('wikipedia', article)).toMatchObject({
    id: '7',
    text: 'Wet.',
    published: undefined,
    link: 'https://a.example/Glass',
  });
  expect(literatureDateColumn('wikipedia', ['ID', 'title', 'article', 'link'])).toBeUndefined();
});
