// Shown while a viewer fetches its file.
import { Spinner } from '#web/ui/spinner.tsx';
import css from './preview.module.css';

export function PreviewWaiting() {
  return (
    <div className={css.waiting}>
      <Spinner size={22} />
    </div>
  );
}
