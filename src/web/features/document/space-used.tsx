// The size of a folder's content, and its quota if it has one.
import type { Space } from '#web/api/document-details.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Meter } from '#web/ui/meter.tsx';
import css from './space-used.module.css';

export function SpaceUsed({ space }: { readonly space: Space }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const { used, allowed, inTrash, inVersions } = space;
  const text =
    allowed === null
      ? format.size(used)
      : t('space.of', { used: format.size(used), allowed: format.size(allowed) });
  return (
    <div className={css.space}>
      <span>{text}</span>
      {allowed === null ? null : <Meter label={t('fact.space')} max={allowed} value={used} text={text} />}
      {inVersions === 0 ? null : (
        <span className={css.part}>{t('space.versions', { size: format.size(inVersions) })}</span>
      )}
      {inTrash === 0 ? null : (
        <span className={css.part}>{t('space.trash', { size: format.size(inTrash) })}</span>
      )}
    </div>
  );
}
