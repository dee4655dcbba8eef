/** One recipe: its name, its steps with their parameters, its input, Run, and the result. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pin, PinOff, Save, Trash2, X } from 'lucide';
import { useRef, useState } from 'react';
import { trashDocuments, untrashDocuments } from '#web/api/document-changes.ts';
import { me } from '#web/api/me.ts';
import { type Recipe, type RecipeStep, recipes, saveRecipe } from '#web/api/recipes.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { RefusalNote } from '#web/documents/refusal-note.tsx';
import { useShortcut } from '#web/frame/commands.ts';
import { useSubject } from '#web/frame/subject.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Grip, moveItem, useReorder } from '#web/ui/reorder.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { OperationDescription } from '#wire/operation.ts';
import { inputKinds } from './catalogue.ts';
import css from './operation-form.module.css';
import { OperationInput, type PanelInput } from './operation-input.tsx';
import { startWork, useRuns } from './operation-runs.ts';
import { startInput, wireInput } from './panel-input.ts';
import { ParameterField } from './parameter-field.tsx';
import { checkParameters, startTexts } from './parameter-values.ts';
import own from './recipe-form.module.css';
import { pinsOf, recipeId, setPinned, usePins } from './recipe-pins.ts';
import { operationNamed, runRecipe } from './recipe-run.ts';
import { RunButtons } from './run-buttons.tsx';
import { RunResult } from './run-result.tsx';
import { withoutSecrets } from './secret-values.ts';

export interface RecipeFormProps {
  readonly recipe: Recipe;
  readonly operations: readonly OperationDescription[];
  readonly onGone: () => void;
}

export function RecipeForm({ recipe, operations, onGone }: RecipeFormProps) {
  const { t } = useTranslation('operations');
  const away = useAwayReason();
  const client = useQueryClient();
  const [name, setName] = useState(recipe.name);
  const [steps, setSteps] = useState(recipe.steps);
  const [tried, setTried] = useState(false);
  const [given, setGiven] = useState<PanelInput | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const selected = useSubject((state) => state.items);
  const login = useQuery(me()).data?.id;
  const pinned = usePins((state) => pinsOf(state, login)).some(({ uid }) => uid === recipe.uid);
  const save = useMutation({
    ...saveRecipe(client),
    onSuccess: ({ title }) => {
      addToast({ text: t('recipe.saved', { name: title }) });
      if (pinned && login !== undefined) setPinned(login, { uid: recipe.uid, name: title }, true);
    },
  });
  // The list of recipes may still have the old name.
  const shownAs = { uid: recipe.uid, name: save.data?.title ?? recipe.name };
  const trash = useMutation({ ...trashDocuments(), onError: tellFailure });
  const restore = useMutation({ ...untrashDocuments(), onError: tellFailure });
  const askAgain = () => client.invalidateQueries(recipes(client));
  const { records, outcomes } = useRuns();
  const record = records.find(({ key }) => key === shown);
  const order = useReorder(steps.length, (from, to) => setSteps(moveItem(steps, from, to)));

  const [first] = steps;
  const opening = first === undefined ? undefined : operationNamed(operations, first.operation);
  const kinds = opening === undefined ? (['nothing'] as const) : inputKinds(opening);
  const input = given ?? startInput(kinds, selected);
  const wire = wireInput(input, null);
  const problemsOf = ({ operation, parameters }: RecipeStep) => {
    const description = operationNamed(operations, operation);
    return description === undefined ? {} : checkParameters(description.params, parameters).problems;
  };
  const unknown = steps.filter(({ operation }) => operationNamed(operations, operation) === undefined);
  const wrong = steps.some((step) => Object.keys(problemsOf(step)).length > 0);
  const ready = steps.length > 0 && unknown.length === 0 && !wrong;
  const changed = name.trim() !== recipe.name || JSON.stringify(steps) !== JSON.stringify(recipe.steps);
  const focusProblem = () => {
    setTried(true);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const run = () => {
    if (!ready || wire === null) return focusProblem();
    const work = (signal: AbortSignal) => runRecipe({ steps, operations, input: wire }, signal);
    setShown(startWork(recipeId(recipe.uid), {}, work));
  };
  useShortcut({ keys: 'mod+Enter', label: t('run'), group: t('title'), run });
  const keep = () => {
    if (name.trim() === '') return focusProblem();
    // Secrets must be typed each time, and are never stored.
    const stored = steps.map((step) => ({
      ...step,
      parameters: withoutSecrets(operationNamed(operations, step.operation)?.params ?? [], step.parameters),
    }));
    save.mutate({ recipe, name: name.trim(), steps: stored });
  };
  const remove = () =>
    trash.mutate([recipe.uid], {
      onSuccess: async () => {
        if (login !== undefined) setPinned(login, shownAs, false);
        addToast({
          text: t('recipe.removed', { name: recipe.name }),
          undo: () => void restore.mutateAsync([recipe.uid]).then(askAgain, () => {}),
        });
        onGone();
        await askAgain();
      },
    });
  const change = (index: number, step: RecipeStep) => setSteps(steps.with(index, step));
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (away === undefined) run();
      }}
    >
      <div className={css.content}>
        <div className={own.head}>
          <TextField
            label={t('recipe.name')}
            required
            value={name}
            error={tried && name.trim() === '' ? t('problem.missing') : undefined}
            onChange={setName}
          />
          <Button
            icon={pinned ? PinOff : Pin}
            aria-pressed={pinned}
            disabled={login === undefined}
            onClick={() => login !== undefined && setPinned(login, shownAs, !pinned)}
          >
            {t(pinned ? 'recipe.unpin' : 'recipe.pin')}
          </Button>
          <IconButton icon={Trash2} variant="line" label={t('recipe.remove')} onClick={remove} />
        </div>
        {save.error === null ? null : <RefusalNote error={save.error} isForm />}
        <OperationInput
          kinds={kinds}
          input={input}
          onChange={setGiven}
          selected={given === null && input.kind === 'documents' && selected.length > 0}
          error={tried && wire === null ? t(`input.missing.${input.kind}`) : undefined}
        />
        <section aria-label={t('recipe.steps')}>
          <h3 className={own.title}>{t('recipe.steps')}</h3>
          <ul className={own.steps} ref={order.list}>
            {steps.map((step, index) => {
              const description = operationNamed(operations, step.operation);
              const problems = problemsOf(step);
              return (
                // Steps have no names of their own, and an operation may be in several.
                // biome-ignore lint/suspicious/noArrayIndexKey: they are identified by their position.
                <li key={`${index} ${step.operation}`} className={own.step} {...order.item(index)}>
                  <div className={own.line}>
                    <Grip {...order.grip(index, step.operation)} />
                    <code>{step.operation}</code>
                    <IconButton
                      icon={X}
                      size="small"
                      label={t('input.remove', { name: step.operation })}
                      onClick={() => setSteps(steps.toSpliced(index, 1))}
                    />
                  </div>
                  {description === undefined ? (
                    <Note kind="bad">{t('unknown.text', { name: step.operation })}</Note>
                  ) : description.params.length === 0 ? null : (
                    <details open={Object.keys(problems).length > 0 || undefined}>
                      <summary>{t('recipe.parameters')}</summary>
                      <div className={css.parameters}>
                        {description.params.map((parameter) => (
                          <ParameterField
                            key={parameter.name}
                            parameter={parameter}
                            value={step.parameters[parameter.name] ?? ''}
                            problem={tried ? problems[parameter.name] : undefined}
                            onChange={(value) =>
                              change(index, {
                                ...step,
                                parameters: { ...step.parameters, [parameter.name]: value },
                              })
                            }
                          />
                        ))}
                      </div>
                    </details>
                  )}
                </li>
              );
            })}
          </ul>
          <Combobox
            label={t('recipe.add')}
            labelHidden
            placeholder={t('recipe.add')}
            value={null}
            options={operations.map(({ id, label }) => ({ id, label: id, detail: label }))}
            onChange={(option) => {
              const added = option === null ? undefined : operationNamed(operations, option.id);
              if (added !== undefined)
                setSteps([...steps, { operation: added.id, parameters: startTexts(added.params) }]);
            }}
          />
        </section>
        {record === undefined ? null : <RunResult record={record} outcome={outcomes[record.key]} />}
      </div>
      <footer className={css.foot}>
        <Button icon={Save} disabled={!changed} loading={save.isPending} onClick={keep}>
          {t('recipe.save')}
        </Button>
        <span className={css.gap} />
        <RunButtons record={record} />
      </footer>
    </form>
  );
}

function tellFailure({ message }: Error): void {
  addToast({ kind: 'bad', text: message });
}
