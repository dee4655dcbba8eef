// The link to the page of a document's rights; without a connection it is disabled, as that page needs the server.
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
