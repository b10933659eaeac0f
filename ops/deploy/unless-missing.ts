/** Answers undefined for what does not exist. CloudFormation says so by a `ValidationError` with this message. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const { name, message } = error as Error;
    if (name.endsWith('NotFoundException')) return undefined;
    if (name === 'ValidationError' && /does not exist/.test(message)) return undefined;
    throw error;
  }
}
