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

/** Elements whose symbols are neither a word nor a usual name of a variable. */
const element = '(?:C[lru]?|H|N[ai]?|O|F|Br|S[in]?|Mg|Al|P|K|Ca|Fe|Li|Zn|Ag|Ti|Mn|Co|Ba|Pd|Pt)';
/**
 * The sources end an index with a space, in the midst of a formula, too: `C.sub.2 H.sub.5` is C₂H₅. An index of 1 is that of a
 * variable, and a list of those keeps its spaces.
 */
const gapInFormula = new RegExp(
  `(?<=(?:${element}|\\))<sub>(?:[2-9]|\\d\\d)</sub>) (?=\\(?${element}(?:${element}|<sub>|[()\\s.,;:=\\-<]|$))`,
  'g',
);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a reissue deletes stands in double brackets, what it adds has no marks. */
export const reissueMarks = (text: string): string =>
  text
    .replaceAll('.[.', '[[')
    .replaceAll('.].', ']]')
    .replace(/\.Iadd(?:end)?\./g, '');

/** A text of prose. In tables, what stands between spaces may be cells. */
export const apsProse = (text: string): string => apsMarkup(text).replace(gapInFormula, '');

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
