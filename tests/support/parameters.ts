import { vi } from 'vitest';

/**
 * Answers functions of this process that read a secret. All other requests go where they went.
 * @param read the content of every parameter; undefined if there is none
 */
export function answerParameters(read: () => object | undefined): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const target = new Headers(init?.headers).get('x-amz-target');
    if (target !== 'AmazonSSM.GetParameter') return await fetch(input, init);
    const content = read();
    return content
      ? Response.json({ Parameter: { Value: JSON.stringify(content) } })
      : Response.json({ __type: 'ParameterNotFound' }, { status: 400 });
  });
}
