// All keys, searchable: opened by "?". The keys of the page come from the registry, so they are always right; those of other
// pages follow. People choose their own keys here.
import { useState } from 'react';
import { boundCommands } from '#web/frame/commands.ts';
import { setFramePreferences, useFramePreferences } from '#web/frame/frame-preferences.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { shownKeys } from '#web/ui/shortcut-keys.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { foldName } from '#web/ui/type-ahead.ts';
import { useKeyNames } from '#web/ui/use-key-names.ts';
import { choosableKeys, isChoosable } from './chosen-keys.ts';
import { type ListedKeys, OwnKeys } from './own-keys.tsx';
import css from './shortcut-sheet.module.css';

export interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Keys that views handle themselves (the arrows of lists), to be listed with the others. */
  readonly further?: readonly ListedKeys[];
}

export function ShortcutSheet({ open, onClose, further = [] }: ShortcutSheetProps) {
  const { t } = useTranslation('occasional');
  const nameOf = useKeyNames();
  const [bound] = useState(withKeys);
  const { ownKeys } = useFramePreferences();
  const [text, setText] = useState('');
  const wanted = foldName(text);
  const here = [...new Map([...bound, ...further].map((one) => [`${one.group} ${one.keys}`, one])).values()];
  const elsewhere = choosableKeys.flatMap(([keys, name]) =>
    here.some((one) => one.keys === keys)
      ? []
      : [{ keys, label: t(`commands.${name}`), group: t('keys.elsewhere') }],
  );
  const all = [...here, ...elsewhere];
  const found = all.filter(({ label, keys }) =>
    foldName(`${label} ${shownKeys(keys, nameOf)}`).includes(wanted),
  );
  const groups = Map.groupBy(found, ({ group }) => group);
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')} size="large">
      <TextField label={t('shortcuts.search')} type="search" value={text} onChange={setText} />
      <div className={css.groups}>
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className={css.group}>{group}</h3>
            <dl className={css.list}>
              {shortcuts.map((one) => (
                <div key={one.keys} className={css.line}>
                  <dt>{one.label}</dt>
                  {isChoosable(one.keys) ? (
                    <OwnKeys {...one} all={all} />
                  ) : (
                    <dd>
                      <Kbd keys={one.keys} />
                    </dd>
                  )}
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {found.length === 0 ? <p role="status">{t('shortcuts.none')}</p> : null}
      {Object.keys(ownKeys).length === 0 ? null : (
        <Button variant="quiet" onClick={() => setFramePreferences({ ownKeys: {} })}>
          {t('ownKeys.allReset')}
        </Button>
      )}
    </Dialog>
  );
}

/** The commands bound when the sheet is opened. */
function withKeys(): readonly ListedKeys[] {
  return boundCommands().flatMap(({ keys, label, group }) =>
    keys === undefined ? [] : [{ keys, label, group }],
  );
}
