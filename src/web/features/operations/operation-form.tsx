/** The form of one operation: its input, its parameters, Run, and the result. Keyed by operation, so each starts empty. */

import { ListPlus, Terminal } from 'lucide';
import { useRef, useState } from 'react';
import { asCurl, type ResolvedRun } from '#web/api/operations.ts';
import { useAwayReason } from '#web/api/use-connection.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { useSubject } from '#web/frame/subject.ts';
import { addToast } from '#web/frame/toasts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import type { OperationDescription } from '#wire/operation.ts';
import { inputKinds } from './catalogue.ts';
import css from './operation-form.module.css';
import { OperationInput, type PanelInput } from './operation-input.tsx';
import { startRun, useRuns } from './operation-runs.ts';
import { startInput, wireInput } from './panel-input.ts';
import { ParameterField } from './parameter-field.tsx';
import { checkParameters, type ParameterTexts, startTexts } from './parameter-values.ts';
import { RunButtons } from './run-buttons.tsx';
import { RunHistory } from './run-history.tsx';
import { RunResult } from './run-result.tsx';
import { maskSecrets, withoutSecrets } from './secret-values.ts';

export interface OperationFormProps {
  readonly operation: OperationDescription;
  /** Parameters of an earlier run that is to be repeated. */
  readonly texts: ParameterTexts | undefined;
  readonly onAgain: (id: string, texts: ParameterTexts) => void;
  /** Starts a recipe with this operation; the texts contain no secrets. */
  readonly onKeep: (texts: ParameterTexts) => void;
}

export function OperationForm({ operation, texts: earlier, onAgain, onKeep }: OperationFormProps) {
  const { t } = useTranslation('operations');
  const away = useAwayReason();
  const selected = useSubject((state) => state.items);
  const kinds = inputKinds(operation);
  const [own, setOwn] = useState<PanelInput | null>(null);
  const input = own ?? startInput(kinds, selected);
  const [texts, setTexts] = useState<ParameterTexts>(() => earlier ?? startTexts(operation.params));
  const [background, setBackground] = useState(false);
  const [tried, setTried] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { records, outcomes } = useRuns();
  const record = records.find(({ key }) => key === shown);

  const { params, problems } = checkParameters(operation.params, texts);
  const wire = wireInput(input, operation);
  const ready = wire !== null && Object.keys(problems).length === 0;
  const run = () => {
    setTried(true);
    if (!ready) {
      // By the next frame the first invalid field is marked.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    setShown(
      startRun(
        { id: operation.id, input: wire, params, background },
        withoutSecrets(operation.params, texts),
      ),
    );
  };
  useShortcut({ keys: 'mod+Enter', label: t('run'), group: t('title'), run });

  const parameters = operation.params.toSorted(
    (one, other) => Number(other.required) - Number(one.required) || one.order - other.order,
  );
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
        <header>
          <h2 className={css.id}>{operation.id}</h2>
          <p className={css.description} dir="auto">
            {operation.description === '' ? operation.label : operation.description}
          </p>
        </header>
        <OperationInput
          kinds={kinds}
          input={input}
          onChange={setOwn}
          selected={own === null && input.kind === 'documents' && selected.length > 0}
          error={tried && wire === null ? t(`input.missing.${input.kind}`) : undefined}
        />
        <div className={css.parameters}>
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={texts[parameter.name] ?? ''}
              problem={tried ? problems[parameter.name] : undefined}
              onChange={(value) => setTexts({ ...texts, [parameter.name]: value })}
            />
          ))}
          <Select
            label={t('runAs.label')}
            value={background ? 'background' : 'now'}
            options={[
              { value: 'now', label: t('runAs.now') },
              { value: 'background', label: t('runAs.background') },
            ]}
            onChange={(value) => setBackground(value === 'background')}
          />
        </div>
        {record === undefined ? null : <RunResult record={record} outcome={outcomes[record.key]} />}
        <RunHistory except={shown} onAgain={onAgain} />
      </div>
      <footer className={css.foot}>
        <Button
          icon={Terminal}
          disabled={!ready || wire.kind === 'query'}
          onClick={() =>
            wire !== null &&
            wire.kind !== 'query' &&
            void copyCurl({ id: operation.id, input: wire, params: maskSecrets(operation.params, params) }, t)
          }
        >
          {t('curl')}
        </Button>
        <Button icon={ListPlus} onClick={() => onKeep(withoutSecrets(operation.params, texts))}>
          {t('recipe.begin')}
        </Button>
        <span className={css.gap} />
        <RunButtons record={record} />
      </footer>
    </form>
  );
}

async function copyCurl(run: ResolvedRun, t: (key: string) => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(asCurl(run));
    addToast({ text: t('copied') });
  } catch {
    addToast({ kind: 'bad', text: t('notCopied') });
  }
}
