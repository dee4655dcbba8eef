/** The catalogue beside one operation. Used by a page and by a drawer, which keep the choice. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide';
import { Suspense, useState } from 'react';
import { operationCatalogue } from '#web/api/operations.ts';
import { recipes, saveRecipe } from '#web/api/recipes.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { OperationForm } from './operation-form.tsx';
import { OperationList } from './operation-list.tsx';
import css from './operations-panel.module.css';
import type { ParameterTexts } from './parameter-values.ts';
import { RecipeForm } from './recipe-form.tsx';
import { recipeId, recipeUid } from './recipe-pins.ts';

export interface OperationsPanelProps {
  readonly chosen: string | undefined;
  /** Undefined returns to the catalogue, if there is room for only one of the two. */
  readonly onChoose: (id: string | undefined) => void;
}

interface Again {
  readonly id: string;
  readonly texts: ParameterTexts;
  readonly times: number;
}

const awaited = [72, 54, 80, 61, 45, 70, 58, 66];

export function OperationsPanel({ chosen, onChoose }: OperationsPanelProps) {
  const { t } = useTranslation('operations');
  const catalogue = useQuery(operationCatalogue());
  const client = useQueryClient();
  const found = useQuery(recipes(client));
  const begin = useMutation({
    ...saveRecipe(client),
    onError: ({ message }: Error) => addToast({ kind: 'bad', text: message }),
  });
  const [again, setAgain] = useState<Again | null>(null);
  if (catalogue.error !== null) {
    return (
      <div className={css.problem}>
        <Note kind="bad" onRetry={() => void catalogue.refetch()}>
          {t('catalogueFailed', { reason: catalogue.error.message })}
        </Note>
      </div>
    );
  }
  if (catalogue.data === undefined) {
    return (
      <div className={css.awaited} aria-busy="true">
        {awaited.map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    );
  }
  const operations = [...catalogue.data.operations, ...catalogue.data.chains];
  const operation = operations.find(
    ({ id, aliases = [] }) => id === chosen || aliases.some((one) => one === chosen),
  );
  const recipe = found.data?.find(({ uid }) => uid === recipeUid(chosen));
  const repeated = again !== null && again.id === operation?.id ? again : null;
  return (
    <div className={css.panel} data-chosen={chosen !== undefined || undefined}>
      <div className={css.list}>
        <OperationList
          operations={operations}
          current={operation?.id ?? chosen}
          recipes={(found.data ?? []).map(({ uid, name, steps }) => ({
            id: recipeId(uid),
            name,
            steps: steps.length,
          }))}
          onChoose={onChoose}
        />
      </div>
      <div className={css.form}>
        <div className={css.back}>
          <Button variant="quiet" onClick={() => onChoose(undefined)}>
            <Icon icon={ArrowLeft} directional />
            {t('back')}
          </Button>
        </div>
        {recipe !== undefined ? (
          <Suspense>
            <RecipeForm
              key={recipe.uid}
              recipe={recipe}
              operations={operations}
              onGone={() => onChoose(undefined)}
            />
          </Suspense>
        ) : recipeUid(chosen) !== undefined && found.isPending ? (
          <Skeleton width="60%" />
        ) : operation === undefined ? (
          <EmptyState title={chosen === undefined ? t('choose.title') : t('unknown.title')}>
            {chosen === undefined ? t('choose.text') : t('unknown.text', { name: chosen })}
          </EmptyState>
        ) : (
          <Suspense>
            <OperationForm
              key={`${operation.id} ${repeated?.times ?? 0}`}
              operation={operation}
              texts={repeated?.texts}
              onKeep={(parameters) =>
                begin.mutate(
                  {
                    recipe: null,
                    name: operation.label,
                    steps: [{ operation: operation.id, parameters }],
                  },
                  { onSuccess: ({ uid }) => uid !== null && onChoose(recipeId(uid)) },
                )
              }
              onAgain={(id, texts) => {
                setAgain({ id, texts, times: (again?.times ?? 0) + 1 });
                onChoose(id);
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
