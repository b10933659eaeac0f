import classes from './points.module.css';

interface PointsProps {
  points: readonly { title: string; text: string }[];
  columns: 2 | 3;
  numbered?: boolean;
}

/** Short titled texts side by side. */
export function Points({ points, columns, numbered = false }: PointsProps) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <List className={classes.points} data-columns={columns} data-numbered={numbered}>
      {points.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </List>
  );
}
