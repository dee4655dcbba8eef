/** What was opened from the palette lately, kept in this browser only. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export interface RecentChoice {
  readonly to: string;
  readonly title: string;
}

interface RecentChoices {
  readonly choices: readonly RecentChoice[];
}

const most = 6;

export const useRecentChoices = create<RecentChoices>()(
  persist((): RecentChoices => ({ choices: [] }), { name: 'muniment.palette' }),
);

export function rememberChoice(choice: RecentChoice): void {
  useRecentChoices.setState(({ choices }) => ({
    choices: [choice, ...choices.filter(({ to }) => to !== choice.to)].slice(0, most),
  }));
}
