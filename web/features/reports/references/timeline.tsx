import { UnstyledButton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatDay } from '#shared/format-day.ts';
import type { Report } from '#shared/report/report.ts';
import { formatCount } from '#web/lib/format.ts';
import { timelineScale } from '#web/lib/timeline-scale.ts';
import { decidingDay, tierNames } from './date-tiers.ts';
import { referenceId } from './reference-id.ts';
import classes from './timeline.module.css';
import { lanesOf } from './timeline-lanes.ts';

type TimelineProps = Pick<Report, 'art'> & { effectiveDate: string | undefined };

/** Percent of the line between two dots of a lane: room for a label on a wide page. */
const leastDistance = 5;
/** The same on a narrow page. */
const leastNarrow = 16;

/**
 * Timeline of the publications or filings, a line for each tier, and the day before which art counts. The nearer a
 * reference is to the patent, the larger and darker its dot. A dot leads to its reference in the list of the page.
 */
export function Timeline({ art, effectiveDate }: TimelineProps) {
  const dated = art.flatMap((reference, index) => {
    const day = decidingDay(reference);
    const { ucid, tier, nearness = reference.conceptScore } = reference;
    return day ? [{ name: `D${index + 1}`, ucid, tier, nearness, day }] : [];
  });
  const days = dated.map(({ day }) => day);
  if (days.length === 0) return null;
  const { years, position } = timelineScale(effectiveDate ? [...days, effectiveDate] : days);
  const tiers = Object.entries(tierNames).flatMap(([tier, name]) => {
    const dots = dated.filter((dot) => dot.tier === tier);
    const positions = dots.map(({ day }) => position(day));
    const [lanes, narrow] = [leastDistance, leastNarrow].map((least) => lanesOf(positions, least));
    return dots.length > 0 ? [{ tier, name, dots, lanes: lanes!, narrow: narrow! }] : [];
  });
  const place = (day: string) => ({ insetInlineStart: `${position(day)}%` });
  return (
    <figure className={classes.figure}>
      <div className={classes.plot}>
        {tiers.map(({ tier, name, dots, lanes, narrow }) => (
          <div key={tier} className={classes.row}>
            <span className={classes.name}>{name}</span>
            <div
              className={classes.line}
              style={
                {
                  '--lanes': Math.max(...lanes) + 1,
                  '--lanes-narrow': Math.max(...narrow) + 1,
                } as CSSProperties
              }
            >
              {effectiveDate && <span className={classes.effective} style={place(effectiveDate)} />}
              {dots.map(({ name: label, ucid, nearness, day }, index) => (
                <UnstyledButton
                  key={ucid}
                  className={classes.dot}
                  style={{
                    ...place(day),
                    '--lane': lanes[index],
                    '--lane-narrow': narrow[index],
                    '--nearness': Math.min(1, nearness),
                  }}
                  title={`${ucid}, ${formatDay(day)}`}
                  aria-label={`${label} ${ucid}, ${formatDay(day)}`}
                  onClick={() => goTo(ucid)}
                >
                  <span className={classes.mark} aria-hidden />
                  <span className={classes.label}>{label}</span>
                </UnstyledButton>
              ))}
            </div>
          </div>
        ))}
        <div className={classes.row} aria-hidden>
          <span className={classes.corner} />
          <span className={classes.years}>
            {years.map((year) => (
              <span key={year} className={classes.year} style={place(`${year}-01-01`)}>
                {year}
              </span>
            ))}
          </span>
        </div>
      </div>
      <figcaption className={classes.caption}>
        {formatCount(dated.length, 'reference')} with a known date; the nearer to the patent, the
        larger and darker.{' '}
        {effectiveDate && (
          <>
            <span className={classes.key} aria-hidden />
            Art counts before {formatDay(effectiveDate)}.
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** Shows a reference in the list, and moves the keyboard there. The address stays: it may hold the token of a link. */
function goTo(ucid: string): void {
  const item = document.getElementById(referenceId(ucid));
  item?.focus({ preventScroll: true });
  item?.scrollIntoView({ block: 'center' });
}
