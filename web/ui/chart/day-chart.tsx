import { formatDay } from '#shared/format-day.ts';
import classes from './day-chart.module.css';
import { FigureTable } from './figure-table.tsx';

interface Series {
  name: string;
  /** One value for each day; null for days without a value. */
  values: readonly (number | null)[];
}

interface DayChartProps {
  title: string;
  kind: 'bars' | 'lines';
  /** `2026-11-22`, in order. */
  days: readonly string[];
  /** Bars show one series. */
  series: readonly Series[];
  format: (value: number) => string;
}

/** Lines also differ by their dashes, because not everybody can distinguish the shades. */
const dashes = ['none', '6 3', '2 3'];
const width = 600;
const height = 100;

/** Daily figures as bars or lines, with the same figures as an accessible table. */
export function DayChart({ title, kind, days, series, format }: DayChartProps) {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const most = Math.max(0, ...values);
  const top = most || 1;
  const step = width / Math.max(days.length, 1);
  const y = (value: number) => height - (value / top) * (height - 4);
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.caption}>
        <span className={classes.name}>{title}</span>
        {series.length > 1 &&
          series.map(({ name }, position) => (
            <span key={name} className={classes.key}>
              <svg className={classes.swatch} viewBox="0 0 20 8" aria-hidden>
                <path d="M0 4H20" className={classes.line} strokeDasharray={dashes[position]} />
              </svg>
              {name}
            </span>
          ))}
        <span>at most {format(most)}</span>
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, ${days.length} days, at most ${format(most)}`}
      >
        {kind === 'bars'
          ? series[0]?.values.map((value, position) => (
              <rect
                key={days[position]}
                className={classes.bar}
                x={position * step + step * 0.1}
                width={step * 0.8}
                y={y(value ?? 0)}
                height={height - y(value ?? 0)}
              />
            ))
          : series.map((one, position) => (
              <path
                key={one.name}
                className={classes.line}
                strokeDasharray={dashes[position]}
                d={pathOf(one.values, step, y)}
              />
            ))}
      </svg>
      <div className={classes.axis}>
        <span>{days[0] && formatDay(days[0])}</span>
        <span>{days.at(-1) && formatDay(days.at(-1)!)}</span>
      </div>
      <FigureTable
        summary={`Figures: ${title}`}
        columns={['Day', ...series.map(({ name }) => name)]}
        rows={days.map((day, position) => [
          formatDay(day),
          ...series.map(({ values: own }) => {
            const value = own[position] ?? null;
            return value === null ? '–' : format(value);
          }),
        ])}
      />
    </figure>
  );
}

/**
 * A horizontal segment for each day that has a value, joined with its neighbours, so that a single day is visible
 * too.
 */
function pathOf(
  values: readonly (number | null)[],
  step: number,
  y: (value: number) => number,
): string {
  const levels = values.map((value, day) => {
    if (value === null) return '';
    const joined = (values[day - 1] ?? null) !== null;
    return `${joined ? 'L' : 'M'}${day * step} ${y(value)}h${step}`;
  });
  return levels.join('');
}
