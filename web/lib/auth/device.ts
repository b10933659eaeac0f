const key = 'antecede.device';

/** Stands for this browser, so that people are told of sign-ins with another. Undefined if the storage is switched off. */
export function deviceId(): string | undefined {
  try {
    const known = localStorage.getItem(key);
    if (known) return known;
    const id = crypto.randomUUID();
    localStorage.setItem(key, id);
    return id;
  } catch {
    return undefined;
  }
}
