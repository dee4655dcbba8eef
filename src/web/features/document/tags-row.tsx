// The document's tags. Each is saved at once, apart from the form: everybody who may read may tag.

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { tagsOf } from '#web/api/document-details.ts';
import { suggestTags } from '#web/api/tags.ts';
import { useChanges } from '#web/documents/changes/use-changes.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { tagAddress } from '#web/documents/tag-search.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import css from './details-panel.module.css';

export function TagsRow({
  document,
  locked,
}: {
  readonly document: StoredDocument;
  readonly locked: boolean;
}) {
  const { t } = useTranslation('document');
  const [text, setText] = useState<string | null>(null);
  const term = useDeferredValue(text?.trim() ?? '');
  const suggested = useQuery({ ...suggestTags(term), enabled: term !== '' });
  const changes = useChanges();
  const change = (add: readonly string[], remove: readonly string[]) =>
    void changes.tag([document], [{ uid: document.uid, add, remove }]);
  const tags = tagsOf(document);
  const give = (label: string) => {
    const wanted = label
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !tags.includes(one));
    if (wanted.length > 0) change(wanted, []);
    setText(null);
  };
  const offered = (suggested.data ?? []).filter((label) => !tags.includes(label)).slice(0, 5);
  if (locked && tags.length === 0) return null;
  return (
    <div className={css.row}>
      <span className={css.key}>{t('tags.title')}</span>
      <div className={css.tags}>
        {tags.map((label) => (
          <Chip key={label} name={label} onRemove={locked ? undefined : () => change([], [label])}>
            <Link to={tagAddress(label)}>{label}</Link>
          </Chip>
        ))}
        {locked ? null : text === null ? (
          <Button className={css.add} size="small" icon={Plus} onClick={() => setText('')}>
            {t('tags.add')}
          </Button>
        ) : (
          <>
            <TextField
              label={t('tags.new')}
              labelHidden
              autoFocus
              value={text}
              onChange={setText}
              onKeyDown={(event) => {
                if (event.key === 'Enter') give(text);
                else if (event.key === 'Escape') setText(null);
              }}
              onBlur={(event) => {
                if (!(event.relatedTarget instanceof Element)) give(text);
              }}
            />
            {offered.map((label) => (
              <Chip key={label} icon={Plus} onClick={() => give(label)}>
                {label}
              </Chip>
            ))}
          </>
        )}
      </div>
    </div>
  );
}
