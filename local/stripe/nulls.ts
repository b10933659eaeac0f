type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;

/** Members of an object that are always null here, for what they tell of is not emulated, or not yet. */
export const nulls = <Names extends string>(names: Names): Record<Words<Names>, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null])) as Record<Words<Names>, null>;
