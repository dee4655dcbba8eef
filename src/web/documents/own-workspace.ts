/** The signed-in person's own workspace, whose title is the login: shown to them under the navigation's name for it. */
import { useQuery } from '@tanstack/react-query';
import { me } from '#web/api/me.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

interface Place {
  /** Address within the app. */
  readonly to: string;
  readonly title: string;
}

/** The name of a place: its title, or "Personal workspace" if it is the person's own. */
export function usePlaceName(): (place: Place) => string {
  const { t } = useTranslation('shell');
  const login = useQuery(me()).data?.id;
  return ({ to, title }) =>
    login !== undefined && title === login && to.includes('/UserWorkspaces/') ? t('personal') : title;
}
