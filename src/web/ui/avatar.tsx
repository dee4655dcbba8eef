// Initials on a hue computed from the login. Decorative: the name is always beside it.
import css from './avatar.module.css';
import { cx } from './cx.ts';

export interface AvatarProps {
  /** The hue is computed from it: login or group name. */
  readonly login: string;
  readonly name: string;
  readonly size?: number;
  readonly group?: boolean;
}

export function initialsOf(name: string, most: 1 | 2): string {
  const words = name.split(/[\s.,_]+/u).filter((word) => word !== '');
  const chosen = most === 1 || words.length < 2 ? words.slice(0, 1) : [words[0], words.at(-1)];
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

function hueOf(login: string): number {
  let sum = 7;
  for (const character of login) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 3600;
  return sum % 360;
}

export function Avatar({ login, name, size = 22, group = false }: AvatarProps) {
  return (
    <span
      className={cx(css.avatar, group && css.group)}
      style={{ '--a': `${size}px`, '--h': hueOf(login) }}
      aria-hidden="true"
    >
      {initialsOf(name === '' ? login : name, size < 20 ? 1 : 2)}
    </span>
  );
}
