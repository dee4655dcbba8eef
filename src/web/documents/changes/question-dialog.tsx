/** Shows the dialog of a command. Loaded with the first one. */
import { lazyPart } from '#web/ui/lazy-part.ts';
import { preparedPart } from '#web/ui/prepared-part.ts';
import { useBrowseSlots } from '../slots.ts';
import { DeleteQuestion, EmptyTrashQuestion } from './delete-question.tsx';
import { closeQuestion, useQuestion } from './question.ts';

const PlacePicker = preparedPart(() => import('./place-picker.tsx').then((module) => module.PlacePicker));
const TagsDialog = preparedPart(() => import('./tags-dialog.tsx').then((module) => module.TagsDialog));
const CollectDialog = preparedPart(() =>
  import('./collect-dialog.tsx').then((module) => module.CollectDialog),
);
const RenameDialog = preparedPart(() => import('./rename-dialog.tsx').then((module) => module.RenameDialog));
const NewDialog = preparedPart(() => import('./new-dialog.tsx').then((module) => module.NewDialog));
const TemplateDialog = lazyPart(() =>
  import('./template-dialog.tsx').then((module) => ({ default: module.TemplateDialog })),
);
const ColumnDialog = lazyPart(() =>
  import('../list/column-dialog.tsx').then((module) => ({ default: module.ColumnDialog })),
);
const OfflineDialog = lazyPart(() =>
  import('../offline/offline-dialog.tsx').then((module) => ({ default: module.OfflineDialog })),
);

const EditDialog = lazyPart(() =>
  import('./edit-dialog.tsx').then((module) => ({ default: module.EditDialog })),
);
const RightsDialog = lazyPart(() =>
  import('../rights/rights-dialog.tsx').then((module) => ({ default: module.RightsDialog })),
);

export function QuestionDialog() {
  const question = useQuestion((state) => state.question);
  const { StartWorkflow } = useBrowseSlots();
  if (question === null) return null;
  switch (question.kind) {
    case 'place':
      return <PlacePicker {...question} onClose={closeQuestion} />;
    case 'rename':
      return <RenameDialog document={question.document} onClose={closeQuestion} />;
    case 'delete':
      return <DeleteQuestion {...question} onClose={closeQuestion} />;
    case 'empty-trash':
      return <EmptyTrashQuestion {...question} onClose={closeQuestion} />;
    case 'collect':
      return <CollectDialog documents={question.documents} onClose={closeQuestion} />;
    case 'tags':
      return <TagsDialog documents={question.documents} onClose={closeQuestion} />;
    case 'new':
      return <NewDialog folder={question.folder} type={question.type} onClose={closeQuestion} />;
    case 'template':
      return <TemplateDialog folder={question.folder} onClose={closeQuestion} />;
    case 'column':
      return <ColumnDialog place={question.place} columns={question.columns} onClose={closeQuestion} />;
    case 'offline':
      return <OfflineDialog folder={question.document} onClose={closeQuestion} />;
    case 'rights':
      return <RightsDialog documents={question.documents} onClose={closeQuestion} />;
    case 'edit':
      return <EditDialog documents={question.documents} onClose={closeQuestion} />;
    case 'workflow':
      return StartWorkflow === undefined ? null : (
        <StartWorkflow
          documents={question.documents}
          onStarted={question.onStarted}
          onClose={closeQuestion}
        />
      );
  }
}
