/** A field of a text format: a tag at the beginning of a line, and the lines up to the next tag. */
export interface TaggedField {
  readonly tag: string;
  /**
   * Without tag and indentation; the first one keeps a space that sets a paragraph apart from a heading. Lines of tables lose
   * their margin only: in them the place says the column.
   */
  readonly lines: readonly string[];
}

/** Splits a record of the USPTO's text formats into fields. */
export function taggedFields(text: string): TaggedField[] {
  const fields: { tag: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, tag, value = ''] = /^([A-Z][A-Z0-9]{2,3})(?: (.*))?$/.exec(line) ?? [];
    if (tag) fields.push({ tag, lines: [value] });
    else if (line.startsWith(' ')) {
      const field = fields.at(-1);
      field?.lines.push(line.replace(field.tag.startsWith('TBL') ? /^ {1,5}/ : /^ {1,6}/, ''));
    }
  }
  return fields;
}

/** The field as one text. */
export const joinedLines = ({ lines }: TaggedField): string =>
  lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
