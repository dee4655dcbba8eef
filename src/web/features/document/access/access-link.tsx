// The way to the page of a document's rights, where everything asks the server first.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAwayReason } from '#web/api/use-connection.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

export function AccessLink({ uid, children }: { readonly uid: string; readonly children: ReactNode }) {
  const away = useAwayReason();
  if (away !== undefined) return <Button disabledReason={away}>{children}</Button>;
  return (
    <Link className={buttonClass({})} to={paths.doc.href(uid, 'rights')}>
      {children}
    </Link>
  );
}
