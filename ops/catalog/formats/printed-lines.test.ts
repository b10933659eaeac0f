import { expect, test } from 'vitest';
import { patentTexts } from './format.ts';
import { usPatents } from './us-patents.ts';

const csv =
  'page,column,line,section,wrap_hyphen,text\n2,1,3,description,0,"kites, ""high"""\n2,x,4,description,0,y\n';
const read = (fileName: string, text = csv) => {
  const bytes = Buffer.from(text);
  return usPatents.formatOf(bytes, { patentTexts, fileName })!.read(bytes);
};

test('lines are of the publication that their file is named by', () => {
  const lines = [{ column: 1, line: 3, text: 'kites, "high"' }];
  expect(read('/in/US9999999.csv')).toMatchObject({ pieces: [{ about: 'n:US-9999999', lines }] });
  expect(read('/in/kites.csv')).toMatchObject({
    reason: expect.stringMatching(/not named by the number/),
  });
  const none = csv.split('\n')[0]!;
  expect(read('/in/US9999999.csv', `${none}\n`)).toMatchObject({
    reason: expect.stringMatching(/no printed line/),
  });
});
