/** The query being edited, as rows or as NXQL: tools, the editor, Run. Run puts it into the address. */
import { BookOpen, History, WandSparkles } from 'lucide';
import { useMemo, useState } from 'react';
import { formatQuery, parse } from '#nxql/index.ts';
import { useShortcut } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.ts';
import { Builder } from './builder.tsx';
import { FieldList } from './field-list.tsx';
import css from './query-box.module.css';
import { QueryEditor } from './query-editor.tsx';
import { forgetQueries, rememberQuery, useQueryHistory } from './query-history.ts';
import { QueryInWords } from './query-in-words.tsx';
import { NotRun } from './refused-query.tsx';
import { problemFinder, type QueryHelp, type Refusal } from './use-query-help.ts';

export interface QueryBoxProps {
  readonly mode: 'builder' | 'nxql';
  readonly draft: string;
  readonly onDraft: (draft: string) => void;
  readonly onRun: (query: string) => void;
  readonly help: QueryHelp;
  readonly refusal: Refusal | null;
  readonly running: boolean;
  /** A query whose problem the page already shows; it is not shown again here. */
  readonly explained: string | null;
}

export function QueryBox(props: QueryBoxProps) {
  const { mode, draft, onDraft, onRun, help, refusal, running, explained } = props;
  const { t } = useTranslation('search');
  const [fieldsShown, setFieldsShown] = useState(false);
  const findProblems = useMemo(() => problemFinder(help, refusal, t), [help, refusal, t]);
  const problem = findProblems(draft).find(({ severity }) => severity === 'error');
  const refused = refusal?.query === draft;
  // Run stays enabled for a query with a problem, and shows the problem when pressed.
  const [tried, setTried] = useState<string | null>(null);
  const run = () => {
    if (draft.trim() === '') return;
    if (problem !== undefined && !refused) return setTried(draft);
    rememberQuery(draft, Date.now());
    onRun(draft);
  };
  useShortcut({ keys: 'mod+Enter', label: t('editor.run'), group: t('title'), run });
  const { query } = parse(draft);
  return (
    <>
      <div className={css.tools}>
        <PastQueries onChoose={onDraft} />
        <Button
          variant="quiet"
          size="small"
          icon={BookOpen}
          aria-pressed={fieldsShown}
          onClick={() => setFieldsShown(!fieldsShown)}
        >
          {t('editor.fields')}
        </Button>
        {mode === 'nxql' ? (
          <IconButton
            icon={WandSparkles}
            size="small"
            label={t('editor.format')}
            disabled={query === undefined}
            onClick={() => query !== undefined && onDraft(formatQuery(query))}
          />
        ) : null}
        <Button variant="primary" size="small" disabled={draft.trim() === ''} loading={running} onClick={run}>
          {t('editor.run')}
          <span className={css.keys}>
            <Kbd keys="mod+Enter" />
          </span>
        </Button>
      </div>
      {/* NXQL is left to right in every language, with its line numbers and completions. */}
      <div className={css.query} dir={mode === 'nxql' ? 'ltr' : undefined}>
        {mode === 'builder' ? (
          <Builder value={draft} onChange={onDraft} vocabulary={help.vocabulary} />
        ) : (
          <QueryEditor
            value={draft}
            onChange={onDraft}
            onRun={run}
            vocabulary={help.vocabulary}
            values={help.values}
            findProblems={findProblems}
          />
        )}
      </div>
      {problem !== undefined && tried === draft && draft !== explained ? (
        <div className={css.problem} role="alert">
          <NotRun query={draft} problem={problem} />
        </div>
      ) : null}
      {mode === 'nxql' ? <QueryInWords query={draft} /> : null}
      {fieldsShown ? <FieldList vocabulary={help.vocabulary} /> : null}
    </>
  );
}

function PastQueries({ onChoose }: { readonly onChoose: (query: string) => void }) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const { past } = useQueryHistory();
  const entries = (): readonly MenuEntry[] => [
    ...past.slice(0, 15).map(
      ({ query, at }): MenuEntry => ({
        id: query,
        label: `${shortened(query)} · ${format.relative(new Date(at))}`,
        onSelect: () => onChoose(query),
      }),
    ),
    { kind: 'separator' },
    { id: '', label: t('editor.forget'), onSelect: forgetQueries },
  ];
  return (
    <MenuButton
      variant="quiet"
      size="small"
      icon={History}
      label={t('editor.history')}
      entries={entries}
      disabled={past.length === 0}
    >
      {t('editor.history')}
    </MenuButton>
  );
}

function shortened(query: string): string {
  const line = query.replace(/\s+/g, ' ').replace(/^SELECT \* FROM /i, '');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
