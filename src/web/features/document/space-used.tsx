// How much room a folder's content takes, and how much it may take. Nothing where the server keeps no count of it.
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isJsonObject } from '#wire/json.ts';
import type { SavedDocument } from './saved-document.ts';
import css from './space-used.module.css';

export interface Space {
  readonly used: number;
  /** Null: as much as there is. */
  readonly allowed: number | null;
  readonly inTrash: number;
  readonly inVersions: number;
}

export function spaceOf({ contextParameters }: SavedDocument): Space | null {
  const quota = contextParameters?.quota;
  if (!isJsonObject(quota) || typeof quota.totalSize !== 'number') return null;
  const number = (value: unknown) => (typeof value === 'number' ? value : 0);
  const allowed = number(quota.maxQuota);
  return {
    used: quota.totalSize,
    allowed: allowed > 0 ? allowed : null,
    inTrash: number(quota.trash),
    inVersions: number(quota.versions),
  };
}

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
      {allowed === null ? null : (
        <meter
          className={css.meter}
          aria-label={t('fact.space')}
          max={allowed}
          high={allowed * 0.9}
          value={Math.min(used, allowed)}
        >
          {text}
        </meter>
      )}
      {inVersions === 0 ? null : (
        <span className={css.part}>{t('space.versions', { size: format.size(inVersions) })}</span>
      )}
      {inTrash === 0 ? null : (
        <span className={css.part}>{t('space.trash', { size: format.size(inTrash) })}</span>
      )}
    </div>
  );
}
