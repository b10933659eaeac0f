import { decodeHTML, decodeHTMLStrict } from 'entities';

/** Signs by the names that the USPTO's text formats give them between dots: `.degree.`. Greek letters have their own. */
const signs: Record<string, string> = {
  '+-.': '±',
  ANG: 'Å',
  COPYRGT: '©',
  RTM: '®',
  TM: '™',
  about: '∼',
  ang: '∠',
  apprxeq: '≈',
  'box-solid': '■',
  circleincircle: '⊙',
  cndot: '·',
  crclbar: '⊖',
  dbd: '=',
  degree: '°',
  div: '÷',
  dwnarw: '↓',
  epsilon: 'ε',
  fwdarw: '→',
  gtoreq: '≥',
  infin: '∞',
  infinity: '∞',
  intg: '∫',
  largecircle: '○',
  ltoreq: '≤',
  multidot: '·',
  noteq: '≠',
  'paren close-st': ')',
  'paren open-st': '(',
  perp: '⊥',
  prime: '′',
  quadrature: '□',
  rarw: '←',
  revreaction: '⇌',
  sctn: '§',
  smallcircle: '∘',
  sqroot: '√',
  sym: '⊕',
  tbd: '≡',
  times: '×',
  uparw: '↑',
  vertline: '|',
};

const named = /\.(\+-\.|[A-Za-z]+(?:[- ][a-z]+)*(?:-st)?)\./g;
/** What is lowered or raised ends where digits, letters or a sign end: `CH.sub.3R` has a 3 below. */
const index =
  /\.(sub|sup)\.([-+]?\d+[a-z]?(?:[-+]\d+)?[-+]?(?![\w.])|[-+]?\d+[a-z]?(?:[-+]\d+)?|[A-Za-z]+(?:[-+]\d+)?|[^\s\w.,;:()]+)/g;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a reissue deletes stands in double brackets, what it adds has no marks. */
export const reissueMarks = (text: string): string =>
  text
    .replaceAll('.[.', '[[')
    .replaceAll('.].', ']]')
    .replace(/\.Iadd(?:end)?\./g, '');

/** A text of the USPTO's text formats as XML of ST.36: `R.sub.1` with an index, `##STR1##` as a structure. */
export function apsMarkup(text: string): string {
  return escaped(decodeHTML(reissueMarks(text)))
    .replace(named, (written, name: string) => {
      if (name === 'sub' || name === 'sup') return written;
      if (Object.hasOwn(signs, name)) return signs[name]!;
      const isUpper = name === name.toUpperCase();
      const letter = isUpper ? name[0] + name.slice(1).toLowerCase() : name;
      const entity = `&${letter};`;
      const decoded = decodeHTMLStrict(entity);
      return /^\p{Script=Greek}$/u.test(decoded) ? decoded : written;
    })
    .replace(index, (_, kind: string, what: string) => `<${kind}>${what}</${kind}>`)
    .replace(/##STR\d+##/g, '<chemistry/>')
    .replace(/##EQU\d+##/g, '<maths/>')
    .replace(/##(?:TBL|IMG)\d+##/g, '<img/>');
}

/** Lines of a table that is laid out with spaces. */
export function apsTable(lines: readonly string[]): string {
  const rows = lines
    .filter((line) => !/^[\s_-]*$/.test(line))
    .map((line) => {
      const cells = line
        .trim()
        .split(/ {2,}/)
        .map((cell) => `<entry>${apsMarkup(cell)}</entry>`);
      return `<row>${cells.join('')}</row>`;
    });
  return `<tables><table><tgroup><tbody>${rows.join('')}</tbody></tgroup></table></tables>`;
}
