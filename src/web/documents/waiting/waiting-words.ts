/** The text for what a waiting change does. */
import type { WaitingWork } from '#web/api/waiting/waiting-change.ts';
import { useFieldLabel } from '#web/forms/field-label.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useKindWords } from '../use-kind-word.ts';

export function useWaitingWords(): (work: WaitingWork) => string {
  const { t } = useTranslation('waiting');
  const labelOf = useFieldLabel();
  const format = useFormat();
  const kinds = useKindWords();
  return (work) => {
    switch (work.kind) {
      case 'edit':
        return t('work.edit', { fields: format.list(Object.keys(work.values).map(labelOf)) });
      case 'tags': {
        const added = work.add.length === 0 ? '' : t('work.tagged', { tags: format.list(work.add) });
        const removed =
          work.remove.length === 0 ? '' : t('work.untagged', { tags: format.list(work.remove) });
        return [added, removed].filter((text) => text !== '').join(' ');
      }
      case 'comment':
        return t('work.comment', { text: work.text });
      case 'new':
        return t('work.new', { type: kinds.ofType(work.type), name: work.name });
    }
  };
}
