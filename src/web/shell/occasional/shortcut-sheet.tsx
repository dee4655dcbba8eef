// All keys that work now, searchable: what "?" opens. It reads the registry, so it cannot be wrong.
import { useState } from 'react';
import { boundCommands } from '#web/frame/commands.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { shownKeys } from '#web/ui/shortcut-keys.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { foldName } from '#web/ui/type-ahead.ts';
import css from './shortcut-sheet.module.css';

interface ListedKeys {
  readonly keys: string;
  readonly label: string;
  readonly group: string;
}

export interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Keys that views handle themselves (the list's arrows), to be listed with the others. */
  readonly further?: readonly ListedKeys[];
}

export function ShortcutSheet({ open, onClose, further = [] }: ShortcutSheetProps) {
  const { t } = useTranslation('occasional');
  const [bound] = useState(withKeys);
  const [text, setText] = useState('');
  const wanted = foldName(text);
  const all = new Map([...bound, ...further].map((one) => [`${one.group} ${one.keys}`, one]));
  const found = [...all.values()].filter(({ label, keys }) =>
    foldName(`${label} ${shownKeys(keys)}`).includes(wanted),
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
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className={css.line}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {found.length === 0 ? <p role="status">{t('shortcuts.none')}</p> : null}
    </Dialog>
  );
}

/** Those of the moment when the sheet is opened. */
function withKeys(): readonly ListedKeys[] {
  return boundCommands().flatMap(({ keys, label, group }) =>
    keys === undefined ? [] : [{ keys, label, group }],
  );
}
