// Why commands are disabled for the documents they would act on: texts for menus, tooltips and toasts.
import { mayTry } from '#web/api/document-context.ts';
import { type DropVerb, refusalOf } from '../drag/dragging.ts';
import type { CommandDefinition } from './command-definition.ts';

type RefusalOf = NonNullable<CommandDefinition['refusal']>;

/** Why the documents cannot be changed: the name of the first without the permission. */
export const lacking =
  (permission: 'Write' | 'Remove'): RefusalOf =>
  ({ documents }, { t }) => {
    const refused = documents.find((document) => !mayTry(document, permission));
    return refused === undefined ? undefined : t(`lacking.${permission}`, { name: refused.title });
  };

/** A server does not start a workflow on approved documents. */
export const approved: RefusalOf = ({ documents }, { t }) => {
  const refused = documents.find(({ state }) => state === 'approved');
  return refused === undefined ? undefined : t('lacking.approved', { name: refused.title });
};

/** Why the folder in the other pane does not accept the documents; undefined if it does. */
export const notAcross =
  (verb: DropVerb): RefusalOf =>
  ({ documents }, { other, t }) => {
    const refusal = other && refusalOf(other, documents, verb);
    const name = refusal?.document?.title;
    return (
      refusal &&
      {
        within: t('across.within', { name }),
        same: t('across.same'),
        add: t('lacking.add', { name: other.title }),
        remove: t('lacking.Remove', { name }),
      }[refusal.why]
    );
  };
