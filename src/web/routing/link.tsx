// Links within the app. They are real links: a middle click, a modifier or another target is left to the browser.
import { type ComponentProps, type MouseEvent, useEffect } from 'react';
import { useHref, useLocation, useNavigate } from './address.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
  /** Back then skips the address that one leaves. */
  readonly replace?: boolean;
}

export function Link({ to, replace = false, onClick, target, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || modified || (target && target !== '_self')) return;
    event.preventDefault();
    // As browsers do: a link to where one is makes no step of the history.
    navigate(to, { replace: replace || to === `${pathname}${search}${hash}` });
  };
  return <a {...rest} target={target} href={useHref(to)} onClick={follow} />;
}

/** Says when one is there; without `end` also on the pages below. */
export function NavLink({ end = false, to, ...rest }: LinkProps & { readonly end?: boolean }) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link aria-current={isHere ? 'page' : undefined} to={to} {...rest} />;
}

export function Navigate({ to, replace = false }: { readonly to: string; readonly replace?: boolean }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);
  return null;
}
