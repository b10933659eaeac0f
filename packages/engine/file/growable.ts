/** A growable Uint32Array. */
export class GrowableU32 {
  #data = new Uint32Array(64);
  length = 0;

  /** Makes room for more values. Returns the array, in which they may be written from `length` on. */
  reserve(count: number): Uint32Array {
    if (this.length + count > this.#data.length) {
      const larger = new Uint32Array(Math.max(this.#data.length * 2, this.length + count));
      larger.set(this.view());
      this.#data = larger;
    }
    return this.#data;
  }

  push(value: number): void {
    this.reserve(1)[this.length++] = value;
  }

  /** The value at an index. */
  at(index: number): number {
    return this.#data[index]!;
  }

  set(index: number, value: number): void {
    this.#data[index] = value;
  }

  /** A view of the values, valid until the next push. */
  view(): Uint32Array {
    return this.#data.subarray(0, this.length);
  }
}

/** A growable Uint8Array. */
export class GrowableBytes {
  #data = new Uint8Array(4096);
  length = 0;

  #reserve(count: number): void {
    if (this.length + count <= this.#data.length) return;
    const larger = new Uint8Array(Math.max(this.#data.length * 2, this.length + count));
    larger.set(this.#data.subarray(0, this.length));
    this.#data = larger;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#data.set(bytes, this.length);
    this.length += bytes.length;
  }

  push(byte: number): void {
    this.#reserve(1);
    this.#data[this.length++] = byte;
  }

  /** Appends an unsigned LEB128 number. */
  varint(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 127) {
      this.#data[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#data[this.length++] = rest;
  }

  /** A view of the bytes, valid until the next append. */
  view(): Uint8Array {
    return this.#data.subarray(0, this.length);
  }
}
