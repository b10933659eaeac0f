import { type ReactNode, useState } from 'react';
import type { PatentMark } from '#shared/patent-document.ts';
import { MathFormula } from './math-formula.tsx';
import { patentImagePath, usePatentReading } from './reading.ts';
import classes from './text.module.css';

interface PatentObjectViewProps {
  id: string;
  kind: PatentMark['kind'];
  /** Text that stands for it: `[formula 3]`. */
  marker: string;
  /** Whether it stands on a line of its own. */
  isDisplay: boolean;
}

const names: Partial<Record<PatentMark['kind'], string>> = {
  formula: 'Formula',
  chemistry: 'Chemical structure',
  image: 'Image',
  sequence: 'Sequence listing',
};

/** A formula, a structure or an image; where it cannot be shown, what stands there. */
export function PatentObjectView({ id, kind, marker, isDisplay }: PatentObjectViewProps) {
  const { objects, ucid } = usePatentReading();
  const [hasFailed, setFailed] = useState(false);
  const object = objects.get(id);
  const { mathml, tex, stored, image } = object ?? {};
  const name = names[kind] ?? 'Image';
  // Within a sentence or a cell, where many stand, its marker is enough to read on.
  const origin = image && `${name}, image ${image} of the source`;
  const kept =
    stored && !hasFailed ? (
      <img
        className={classes.image}
        src={patentImagePath(ucid, stored)}
        alt={`${name} ${id.replace(/\D+/g, '')}`}
        loading="lazy"
        onError={() => setFailed(true)}
      />
    ) : (
      <span className={classes.marker} title={isDisplay ? undefined : origin}>
        {marker}
        {tex ? <code> {tex}</code> : isDisplay && origin && ` ${origin}`}
      </span>
    );
  const shown: ReactNode = mathml ? <MathFormula mathml={mathml} instead={kept} /> : kept;
  if (kind === 'sequence') return <span className={classes.marker}>{marker}</span>;
  return isDisplay ? <span className={classes.display}>{shown}</span> : shown;
}
