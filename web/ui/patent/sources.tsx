import type { PatentDocument } from '#shared/patent-document.ts';

type Sources = NonNullable<PatentDocument['sources']>;

/** What a document was put together from; of several sources, what each gave. */
export function PatentSources({ sources }: { sources: Sources }) {
  const parts = new Map<string, Set<string>>();
  for (const source of sources) {
    const own = parts.get(source.name) ?? new Set();
    for (const part of source.parts) own.add(part.replaceAll('_', ' '));
    parts.set(source.name, own);
  }
  const names = [...parts.keys()].join('; ');
  if (parts.size < 2) return names;
  return (
    <details>
      <summary>{names}</summary>
      {[...parts].map(([name, own]) => (
        <div key={name}>
          {name}: {[...own].join(', ')}
        </div>
      ))}
    </details>
  );
}
