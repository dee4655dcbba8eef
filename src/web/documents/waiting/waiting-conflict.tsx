// A waiting edit in conflict with values that somebody else saved meanwhile: both values, and a choice for each.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentById } from '#web/api/document-by-id.ts';
import { schemas } from '#web/api/server-config.ts';
import type { TheirValues, WaitingAbout } from '#web/api/waiting/waiting-change.ts';
import { ConflictChoices, useOtherSave } from '#web/forms/conflict-choices.tsx';
import { formSections, schemasOf } from '#web/forms/form-sections.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import type { JsonObject } from '#wire/json.ts';

export interface WaitingConflictProps {
  readonly about: WaitingAbout;
  readonly values: JsonObject;
  readonly theirs: TheirValues;
  /** True = keep mine. */
  readonly onSettle: (keepMine: ReadonlyMap<string, boolean>) => void;
}

export function WaitingConflict({ about, values, theirs, onSettle }: WaitingConflictProps) {
  const { t } = useTranslation('waiting');
  const [keepMine, setKeepMine] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { data: document } = useQuery(documentById(about.uid));
  const { data: detailed } = useQuery(schemas());
  const sections = document === undefined ? [] : formSections(document, schemasOf(detailed, undefined));
  const other = useOtherSave(theirs.contributor, theirs.modified);
  const conflicts = Object.entries(theirs.values).map(([name, value]) => ({
    name,
    mine: values[name] ?? null,
    theirs: value ?? null,
  }));
  return (
    <>
      <Note kind="warn">{t('trouble.conflict', { ...other })}</Note>
      <ConflictChoices
        conflicts={conflicts}
        fields={sections.flatMap(({ fields }) => fields)}
        contributor={theirs.contributor ?? ''}
        keepMine={keepMine}
        onChange={setKeepMine}
      />
      <div>
        <Button
          size="small"
          variant="primary"
          disabled={conflicts.some(({ name }) => !keepMine.has(name))}
          onClick={() => onSettle(keepMine)}
        >
          {t('settle')}
        </Button>
      </div>
    </>
  );
}
