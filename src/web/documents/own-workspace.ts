/** A person's own workspace, which is called after its owner: the owner knows it by what the navigation calls it. */
import { useQuery } from '@tanstack/react-query';
import { me } from '#web/api/me.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface Place {
  /** Address within the app. */
  readonly to: string;
  readonly title: string;
}

/** What to call a place: its title, or "Personal workspace" where it is one's own. */
export function usePlaceName(): (place: Place) => string {
  const { t } = useTranslation('shell');
  const login = useQuery(me()).data?.id;
  return ({ to, title }) =>
    login !== undefined && title === login && to.includes('/UserWorkspaces/') ? t('personal') : title;
}
