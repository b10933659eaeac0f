import { limits } from '#shared/limits.ts';
import classes from './member-avatar.module.css';

const initials = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join('')
    .toUpperCase();

/** Avatar and name of a member. The `position` in the team decides which of the five colours is used. */
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
