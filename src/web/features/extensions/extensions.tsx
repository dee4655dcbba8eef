// Mounted once, after the first view, if config.json has extensions: starts them, and registers what they add with lists,
// navigation and palette.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { setExtensionAdditions } from '#web/documents/extension-additions.ts';
import { setAddedPlaces } from '#web/frame/added-places.ts';
import { type Command, useCommands } from '#web/frame/commands.ts';
import { currentLanguage } from '#web/i18n/texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { wordsIn } from './contributions.ts';
import { additionsOf, icons } from './extension-additions.tsx';
import { extensionPageHref } from './extension-address.ts';
import { type ListedExtension, useExtensionList } from './extensions-store.ts';
import { forgetTexts, startExtensions } from './running-extensions.ts';

export function Extensions() {
  const { t } = useTranslation('extensions');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { list } = useExtensionList();
  useEffect(() => {
    void startExtensions((uid) => void navigate(paths.doc.href(uid)), queries);
  }, [navigate, queries]);
  const language = currentLanguage();
  useEffect(() => {
    setExtensionAdditions(additionsOf(list));
    setAddedPlaces('extensions', placesOf(list, language));
  }, [list, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is in the language of the request.
  useEffect(forgetTexts, [language]);
  useCommands(
    placesOf(list, language).map(
      ({ to, label, icon }): Command => ({
        id: to,
        label: t('goTo', { name: label }),
        group: t('title'),
        icon,
        run: () => void navigate(to),
      }),
    ),
  );
  return null;
}

function placesOf(list: readonly ListedExtension[], language: string) {
  return list
    .filter(({ state }) => state.status !== 'off')
    .flatMap(({ id, contributions }) =>
      (contributions?.pages ?? []).map(({ key, title, icon }) => ({
        to: extensionPageHref(id, key),
        label: wordsIn(title, language),
        icon: icons[icon],
      })),
    );
}
