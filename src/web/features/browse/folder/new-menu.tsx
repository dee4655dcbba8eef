/** The "New" button: the kinds of documents that can be created in this folder. */
import { FileText, Plus } from 'lucide';
import { useEffect, useState } from 'react';
import { creatableTypes } from '#web/api/document-context.ts';
import { ask } from '#web/documents/changes/question.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { afterFirstView } from '#web/frame/first-view.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { IconNode } from '#web/ui/icon.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { orderedTypes } from './creatable.ts';

export function NewMenu({ folder }: { readonly folder: StoredDocument }) {
  const { t } = useTranslation('documents');
  const words = useKindWords();
  const types = orderedTypes(creatableTypes(folder));
  const [first] = types;
  const [icons, setIcons] = useState<Readonly<Record<string, IconNode>>>({});
  // The icons are visible only in the open menu, so they load after the first view.
  useEffect(() => {
    void afterFirstView
      .then(() => import('./type-icons.ts'))
      .then(
        ({ typeIcons }) => setIcons(typeIcons),
        () => undefined,
      );
  }, []);
  useShortcut(
    {
      keys: 'N',
      label: t('new.label'),
      group: t('keys'),
      run: () => first !== undefined && ask({ kind: 'new', folder, type: first }),
    },
    first !== undefined,
  );
  if (types.length === 0) return null;
  return (
    <MenuButton
      variant="primary"
      icon={Plus}
      align="end"
      label={t('new.label')}
      entries={[
        ...types.map((type) => ({
          id: type,
          label: words.ofType(type),
          icon: icons[type] ?? FileText,
          onSelect: () => ask({ kind: 'new', folder, type }),
        })),
        { kind: 'separator' },
        {
          id: 'template',
          label: t('new.template'),
          icon: icons.template ?? FileText,
          onSelect: () => ask({ kind: 'template', folder }),
        },
      ]}
    >
      <VisuallyHidden on="phone">{t('new.label')}</VisuallyHidden>
    </MenuButton>
  );
}
