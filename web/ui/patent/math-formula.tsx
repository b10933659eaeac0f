import { createElement, type ReactNode, useMemo } from 'react';

/** Elements of presentation MathML without links, scripts, styles and foreign content. */
const elements = new Set(
  'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle merror mpadded mphantom mfenced msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mlabeledtr mtd semantics'.split(
    ' ',
  ),
);
const attributes = new Set(
  'display displaystyle scriptlevel mathvariant mathsize linethickness columnalign rowalign columnspan rowspan columnspacing rowspacing stretchy fence separator separators open close form largeop movablelimits accent accentunder lspace rspace width height depth minsize maxsize symmetric bevelled notation dir'.split(
    ' ',
  ),
);
/** No formula of a patent is larger. */
const maxElements = 5000;
const maxDepth = 100;

/**
 * A formula as MathML, which browsers lay out. Its source is read as data, and only known elements and attributes are made, so that
 * nothing in it can act. Shows `instead` if it is not a formula.
 */
export function MathFormula({ mathml, instead }: { mathml: string; instead: ReactNode }) {
  const formula = useMemo(() => formulaOf(mathml), [mathml]);
  return formula ?? instead;
}

function formulaOf(mathml: string): ReactNode | undefined {
  // A document that is parsed this way runs no script and loads nothing.
  const root = new DOMParser().parseFromString(mathml, 'text/html').querySelector('math');
  if (!root || root.querySelectorAll('*').length > maxElements) return undefined;
  return toReact(root, 0, 0);
}

function toReact(element: Element, key: number, depth: number): ReactNode {
  const name = element.localName;
  if (depth > maxDepth || name.startsWith('annotation')) return null;
  const children = Array.from(element.childNodes, (child, position) =>
    child instanceof Element
      ? toReact(child, position, depth + 1)
      : child.nodeType === Node.TEXT_NODE
        ? child.textContent
        : null,
  );
  // Of an unknown element, what it has in it is still part of the formula.
  if (!elements.has(name)) return createElement('mrow', { key }, ...children);
  const kept = Array.from(element.attributes)
    .filter((one) => attributes.has(one.name) && one.value.length <= 100)
    .map((one) => [one.name, one.value]);
  return createElement(name, { ...Object.fromEntries(kept), key }, ...children);
}
