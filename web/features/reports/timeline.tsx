import type { Report } from '#shared/report/report.ts';
import { formatCount, formatDay } from '#web/lib/format.ts';
import { timelineScale } from '#web/lib/timeline-scale.ts';
import { decidingDay, tierNames } from './date-tiers.ts';
import classes from './timeline.module.css';

type TimelineProps = Pick<Report, 'art'> & { effectiveDate: string | undefined };

/** Timeline of the publications or filings, one line for each tier, and the day before which art counts. */
export function Timeline({ art, effectiveDate }: TimelineProps) {
  const dated = art.flatMap((reference) => {
    const day = decidingDay(reference);
    return day ? [{ ucid: reference.ucid, tier: reference.tier, day }] : [];
  });
  const days = dated.map(({ day }) => day);
  if (days.length === 0) return null;
  const { years, position } = timelineScale(effectiveDate ? [...days, effectiveDate] : days);
  const tiers = Object.entries(tierNames).filter(([tier]) =>
    dated.some((dot) => dot.tier === tier),
  );
  const place = (day: string) => ({ insetInlineStart: `${position(day)}%` });
  return (
    <figure className={classes.figure}>
      {/* The list of the references has the same information as text. */}
      <div className={classes.plot} aria-hidden>
        {tiers.map(([tier, name]) => (
          <div key={tier} className={classes.row}>
            <span className={classes.name}>{name}</span>
            <span className={classes.line}>
              {effectiveDate && <span className={classes.effective} style={place(effectiveDate)} />}
              {dated
                .filter((dot) => dot.tier === tier)
                .map(({ ucid, day }) => (
                  <span
                    key={ucid}
                    className={classes.dot}
                    style={place(day)}
                    title={`${ucid}, ${formatDay(day)}`}
                  />
                ))}
            </span>
          </div>
        ))}
        <div className={classes.row}>
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
        {formatCount(dated.length, 'reference')} with a known date.{' '}
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
