import type { Index } from '../sdk-js/generated.ts';

/** Languages that `antecede types` writes, the first by default. */
export const languages = ['typescript', 'python'] as const;

/** What columns hold, as a comment. All cells come as text. */
const holds: Readonly<Record<string, string>> = {
  number: 'A number',
  date: 'A date: 2018-07-01',
  'date-day-first': 'A date, the day first',
  'date-month-first': 'A date, the month first',
  keyword: 'A code or a name',
  id: 'An id',
  link: 'A link',
};

/** A type with the columns of an index, for the client of a language. */
export function rowType(index: Index, language: (typeof languages)[number]): string {
  const columns = Object.entries(index.columns_role)
    .filter(([name, role]) => role !== 'ignore' && index.columns_type?.[name] !== 'vector')
    .map(([name, role]) => ({
      name,
      isSearched: role === 'index',
      comment:
        role === 'index'
          ? 'Searched by meaning. It is sent with rows, and not returned'
          : holds[index.columns_type?.[name] ?? ''],
    }));
  // Names of indexes are letters and digits.
  const typeName = `${index.name.replace(/^\d/, '_$&').replace(/^[a-z]/, (first) => first.toUpperCase())}Row`;
  return language === 'python'
    ? pythonType(typeName, index.name, columns)
    : typeScriptType(typeName, index.name, columns);
}

interface ColumnOfType {
  name: string;
  isSearched: boolean;
  comment: string | undefined;
}

function typeScriptType(typeName: string, index: string, columns: readonly ColumnOfType[]): string {
  const members = columns.map(({ name, isSearched, comment }) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment ? `  /** ${comment}. */\n` : ''}  ${key}${isSearched ? '?' : ''}: string;\n`;
  });
  return `/** A row of ${index}. */\nexport interface ${typeName} {\n${members.join('')}}\n`;
}

/** In the form with a dictionary, because names of columns may be any text. */
function pythonType(typeName: string, index: string, columns: readonly ColumnOfType[]): string {
  const members = columns.map(
    ({ name, isSearched, comment }) =>
      `        ${JSON.stringify(name)}: ${isSearched ? 'NotRequired[str]' : 'str'},${comment ? `  # ${comment}` : ''}\n`,
  );
  return `from typing import NotRequired, TypedDict

# A row of ${index}.
${typeName} = TypedDict(
    "${typeName}",
    {
${members.join('')}    },
)
`;
}
