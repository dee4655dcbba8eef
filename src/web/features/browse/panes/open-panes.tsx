/** The command that shows a second folder beside the current one. */
import { Columns2 } from 'lucide';
import { useLocation, useNavigate } from 'react-router-dom';
import { enterPane } from '#web/documents/panes.ts';
import { useCommands } from '#web/frame/commands.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { addressOfPanes, isFolderAddress, panesOf } from './pane-address.ts';

export const panesKeys = 'shift+P';

export function OpenPanes() {
  const { t } = useTranslation('browse');
  const { t: list } = useTranslation('documents');
  const address = useLocation();
  const navigate = useNavigate();
  const offered = isFolderAddress(address) && panesOf(address) === null;
  const open = () => {
    // Both panes begin with the same folder; the new one is active, and the reader goes elsewhere in it.
    enterPane('second');
    void navigate(addressOfPanes({ first: address, second: { ...address, search: '' } }));
  };
  useCommands(
    offered
      ? [
          {
            id: 'panes',
            label: t('panes.two'),
            group: list('keys'),
            icon: Columns2,
            keys: panesKeys,
            run: open,
          },
        ]
      : [],
  );
  return null;
}
