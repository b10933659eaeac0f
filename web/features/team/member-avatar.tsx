import { limits } from '#shared/limits.ts';
import classes from './member-avatar.module.css';

const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Somebody in the team by avatar and name. `position` in the list gives one of the five colours. */
export function MemberAvatar({ name, position }: { name: string; position: number }) {
  return (
    <span className={classes.person}>
      <span className={classes.avatar} data-colour={position % limits.avatarColours} aria-hidden>
        {initials(name)}
      </span>
      {name}
    </span>
  );
}
