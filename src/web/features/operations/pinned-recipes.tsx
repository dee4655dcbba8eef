/** Pinned recipes as commands for the selection: in its menu, in the palette, and in the toolbar if there is room. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Workflow } from 'lucide';
import { useEffect } from 'react';
import { documentFamilies } from '#web/api/keys.ts';
import { me } from '#web/api/me.ts';
import { operationCatalogue } from '#web/api/operations.ts';
import { recipes } from '#web/api/recipes.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { usePinnedCommands } from '#web/documents/commands/pinned-commands.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { openOperations } from '#web/frame/operations-drawer-state.ts';
import { startWork } from '#web/frame/running-work.ts';
import { useSubject } from '#web/frame/subject.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useIsPhone } from '#web/ui/use-token-px.ts';
import { type PinnedRecipe, pinsOf, recipeId, usePins } from './recipe-pins.ts';
import { runRecipe } from './recipe-run.ts';

export function PinnedRecipes() {
  const login = useQuery(me()).data?.id;
  const pins = usePins((state) => pinsOf(state, login));
  const any = useSubject(({ items }) => items.length > 0);
  return pins.length > 0 && any ? <Toolbar pinned={pins} /> : null;
}

function Toolbar({ pinned }: { readonly pinned: readonly PinnedRecipe[] }) {
  const { t } = useTranslation('operations');
  const client = useQueryClient();
  const phone = useIsPhone();
  const away = useAwayReason();
  const found = useQuery(recipes(client)).data ?? [];
  // A recipe may have been renamed since it was pinned.
  const pins = pinned.map(({ uid, name }) => ({
    uid,
    name: found.find((one) => one.uid === uid)?.name ?? name,
  }));
  const run = async ({ uid, name }: PinnedRecipe, uids: readonly string[]) => {
    const work = startWork(t('recipe.doing', { name }), null);
    try {
      const [known, { operations, chains }] = await Promise.all([
        client.ensureQueryData(recipes(client)),
        client.ensureQueryData(operationCatalogue()),
      ]);
      const recipe = known.find((one) => one.uid === uid);
      if (recipe === undefined) throw new Error(t('recipe.gone', { name }));
      const input = { kind: 'documents', uids } as const;
      const { signal } = new AbortController();
      await runRecipe({ steps: recipe.steps, operations: [...operations, ...chains], input }, signal);
      work.end();
      addToast({
        text: t('recipe.done', { name }),
        action: { label: t('recipe.show'), run: () => openOperations(recipeId(uid)) },
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      work.end({ text: t('recipe.failed', { name, reason }) });
    } finally {
      // Even if a step failed, earlier ones may have changed documents.
      for (const queryKey of documentFamilies) void client.invalidateQueries({ queryKey });
    }
  };
  useEffect(() =>
    usePinnedCommands.setState({
      commands: pins.map((pin) => ({
        id: recipeId(pin.uid),
        icon: Workflow,
        label: () => t('recipe.runNamed', { name: pin.name }),
        needsServer: true,
        applies: ({ documents }) => documents.length > 0,
        run: ({ documents }) =>
          run(
            pin,
            documents.map(({ uid }) => uid),
          ),
      })),
    }),
  );
  useEffect(() => () => usePinnedCommands.setState({ commands: [] }), []);
  return phone ? null : (
    <InSlot name="actions">
      {pins.map((pin) => (
        <Button
          key={pin.uid}
          icon={Workflow}
          disabledReason={away}
          onClick={() =>
            void run(
              pin,
              useSubject.getState().items.map(({ id }) => id),
            )
          }
        >
          {pin.name}
        </Button>
      ))}
    </InSlot>
  );
}
