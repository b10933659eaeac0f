type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;

/** Members of an object that are always null here, because their feature is not emulated. */
export const nulls = <Names extends string>(names: Names): Record<Words<Names>, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null])) as Record<Words<Names>, null>;
