/**
 * Compiles the first of some forms of a module that this machine supports.
 * @throws {Error} if it supports none. Every Node.js since version 16 has SIMD and threads, unless it was started
 *     without WebAssembly (`--jitless`) or the processor is older than SSE4.1.
 */
export function compileBest(forms: readonly Uint8Array<ArrayBuffer>[]): WebAssembly.Module {
  const best = forms.find((bytes) => WebAssembly.validate(bytes));
  if (!best) {
    throw new Error(
      `The engine needs WebAssembly with SIMD and threads; Node.js ${process.version} has none here.`,
    );
  }
  return new WebAssembly.Module(best);
}
