/** Shows the dialog that a command asked for. Loaded with the first question. */
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useBrowseSlots } from '../slots.ts';
import { DeleteQuestion, EmptyTrashQuestion } from './delete-question.tsx';
import { closeQuestion, useQuestion } from './question.ts';

const PlacePicker = lazyPart(() =>
  import('./place-picker.tsx').then((module) => ({ default: module.PlacePicker })),
);
const TagsDialog = lazyPart(() =>
  import('./tags-dialog.tsx').then((module) => ({ default: module.TagsDialog })),
);
const CollectDialog = lazyPart(() =>
  import('./collect-dialog.tsx').then((module) => ({ default: module.CollectDialog })),
);
const RenameDialog = lazyPart(() =>
  import('./rename-dialog.tsx').then((module) => ({ default: module.RenameDialog })),
);
const NewDialog = lazyPart(() =>
  import('./new-dialog.tsx').then((module) => ({ default: module.NewDialog })),
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
