// An error's message, in which the server's own text is marked as English.
import { isApiError } from '#web/api/api-error.ts';
import { aroundQuoted } from '#web/api/refusals/quoted-message.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { isLoadFailure } from '#web/ui/load-failure.ts';

export function FailureWords({ error }: { readonly error: Error }) {
  const { t } = useTranslation('refusals');
  if (isLoadFailure(error)) return t('notLoaded');
  if (!isApiError(error) || error.words === error.message) return error.message;
  const [before, after] = aroundQuoted(t);
  return (
    <>
      {error.words} {before}
      <span lang="en" dir="auto">
        {withVisibleControls(error.serverMessage)}
      </span>
      {after}
    </>
  );
}
