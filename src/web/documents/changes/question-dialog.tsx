/** Shows the dialog that a command asked for. Loaded with the first question. */
import { lazy } from 'react';
import { useBrowseSlots } from '../slots.ts';
import { DeleteQuestion, EmptyTrashQuestion } from './delete-question.tsx';
import { closeQuestion, useQuestion } from './question.ts';

const PlacePicker = lazy(() =>
  import('./place-picker.tsx').then((module) => ({ default: module.PlacePicker })),
);
const TagsDialog = lazy(() => import('./tags-dialog.tsx').then((module) => ({ default: module.TagsDialog })));
const CollectDialog = lazy(() =>
  import('./collect-dialog.tsx').then((module) => ({ default: module.CollectDialog })),
);
const RenameDialog = lazy(() =>
  import('./rename-dialog.tsx').then((module) => ({ default: module.RenameDialog })),
);
const NewDialog = lazy(() => import('./new-dialog.tsx').then((module) => ({ default: module.NewDialog })));
const ColumnDialog = lazy(() =>
  import('../list/column-dialog.tsx').then((module) => ({ default: module.ColumnDialog })),
);
const OfflineDialog = lazy(() =>
  import('../offline/offline-dialog.tsx').then((module) => ({ default: module.OfflineDialog })),
);

const EditDialog = lazy(() => import('./edit-dialog.tsx').then((module) => ({ default: module.EditDialog })));
const RightsDialog = lazy(() =>
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
