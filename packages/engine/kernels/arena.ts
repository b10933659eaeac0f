/**
 * Layouts of kernel memory. A layout declares arrays by element type and length; the size of the memory and
 * the place of each array follow from it.
 */
const ELEMENTS = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

type Element = keyof typeof ELEMENTS;

/** An array of a layout. */
class ArraySpec<E extends Element> {
  readonly element: E;
  readonly length: number;

  constructor(element: E, length: number) {
    this.element = element;
    this.length = length;
  }
}

export const u8 = (length: number) => new ArraySpec('u8', length);
export const i8 = (length: number) => new ArraySpec('i8', length);
export const u16 = (length: number) => new ArraySpec('u16', length);
export const i16 = (length: number) => new ArraySpec('i16', length);
export const u32 = (length: number) => new ArraySpec('u32', length);
export const i32 = (length: number) => new ArraySpec('i32', length);
export const f32 = (length: number) => new ArraySpec('f32', length);
export const f64 = (length: number) => new ArraySpec('f64', length);

/** Arrays by name, in lists, or nested. */
export type Layout = ArraySpec<Element> | readonly Layout[] | { readonly [name: string]: Layout };

/** The arrays of a layout. */
export type Arrays<L> = {
  readonly [K in keyof L]: L[K] extends ArraySpec<infer E>
    ? InstanceType<(typeof ELEMENTS)[E]>
    : Arrays<L[K]>;
};

type ArrayConstructorOf = new (
  buffer: ArrayBufferLike,
  at: number,
  length: number,
) => ArrayBufferView;

/** Arrays begin at multiples of this. */
const ALIGNMENT = 16;
/** The first array does not begin at address 0. */
const START = ALIGNMENT;

/** Bytes of a layout, each array rounded up to the alignment. */
export function lengthOf(layout: Layout): number {
  if (!(layout instanceof ArraySpec)) {
    return Object.values(layout).reduce((sum: number, part: Layout) => sum + lengthOf(part), 0);
  }
  const bytes = layout.length * ELEMENTS[layout.element].BYTES_PER_ELEMENT;
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Bytes of a memory with the arrays of a layout. */
export const sizeOf = (layout: Layout): number => START + lengthOf(layout);

/**
 * The arrays of a layout in a memory of at least `sizeOf(layout)` bytes.
 * @param before another layout that is in the same memory
 */
export const arraysIn = <L extends Layout>(
  buffer: ArrayBufferLike,
  layout: L,
  before: Layout = [],
): Arrays<L> => arraysAt(buffer, layout, sizeOf(before));

/** The arrays of a layout from a multiple of the alignment on. They take `lengthOf(layout)` bytes. */
export function arraysAt<L extends Layout>(
  buffer: ArrayBufferLike,
  layout: L,
  first: number,
): Arrays<L> {
  let next = first;
  const place = (part: Layout): unknown => {
    if (part instanceof ArraySpec) {
      const at = next;
      next += lengthOf(part);
      const TypedArray: ArrayConstructorOf = ELEMENTS[part.element];
      return new TypedArray(buffer, at, part.length);
    }
    if (Array.isArray(part)) return part.map(place);
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, place(inner)]));
  };
  return place(layout) as Arrays<L>;
}
