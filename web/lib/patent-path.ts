import type { PatentPlace } from '#shared/patent-document.ts';

const parts = ['title', 'abstract', 'claim', 'paragraph'] as const;

/** Address of the page that shows a patent, with a passage highlighted if `place` names one. */
export function patentPath(ucid: string, place?: Omit<PatentPlace, 'ucid'>): string {
  const path = `/patents/${encodeURIComponent(ucid)}`;
  if (!place) return path;
  const query = new URLSearchParams({ part: place.part });
  if (place.number !== null) query.set('number', String(place.number));
  query.set('start', String(place.start));
  query.set('end', String(place.end));
  return `${path}?${query}`;
}

/** The passage that an address names; undefined if it names none. */
export function placeOf(ucid: string, query: URLSearchParams): PatentPlace | undefined {
  const part = parts.find((one) => one === query.get('part'));
  const whole = (name: string) => {
    const text = query.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  const [start, end] = [whole('start'), whole('end')];
  if (!part || start === undefined || end === undefined || start >= end) return undefined;
  return { ucid, part, number: whole('number') ?? null, start, end };
}
