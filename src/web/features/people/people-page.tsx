/** People and groups: a list with a search, and beside it the person or group in the address. */

import { useQuery } from '@tanstack/react-query';
import { UserPlus, UsersRound } from 'lucide';
import { type ComponentType, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { me } from '#web/api/me.ts';
import { group, groupLabel, groups, user } from '#web/api/people.ts';
import { userLabel } from '#web/api/user-label.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { PagePlace } from '#web/frame/page-place.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/controls/pager.tsx';
import { Note } from '#web/ui/note.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupPane } from './group-pane.tsx';
import css from './people-page.module.css';
import { mayNotCreate } from './people-rights.ts';
import { GroupTable, UserTable } from './people-tables.tsx';
import { UserDialog } from './user-dialog.tsx';
import { suspended, UserFilter, useFilteredUsers } from './user-filter.tsx';
import { UserPane } from './user-pane.tsx';

interface OwnPasswordProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export interface PeoplePageProps {
  /** The dialog for one's own password, which is part of the session feature. */
  readonly OwnPassword: ComponentType<OwnPasswordProps>;
}

type Kind = 'users' | 'groups';

export function PeoplePage({ OwnPassword }: PeoplePageProps) {
  const { kind: written, name } = useParams();
  const kind: Kind = written === 'groups' ? 'groups' : 'users';
  return <PeopleList key={kind} kind={kind} name={name} OwnPassword={OwnPassword} />;
}

interface PeopleListProps extends PeoplePageProps {
  readonly kind: Kind;
  readonly name: string | undefined;
}

const pageSize = 50;

/** The label of the person or group in the address; its id until it has loaded. */
function useShownName(kind: Kind, name: string | undefined): string | undefined {
  const person = useQuery({ ...user(name ?? ''), enabled: kind === 'users' && name !== undefined }).data;
  const found = useQuery({ ...group(name ?? ''), enabled: kind === 'groups' && name !== undefined }).data;
  if (person !== undefined) return userLabel(person);
  return found === undefined ? name : groupLabel(found);
}

function PeopleList({ kind, name, OwnPassword }: PeopleListProps) {
  const { t } = useTranslation('people');
  const format = useFormat();
  const navigate = useNavigate();
  const [{ term, offset }, setWanted] = useState({ term: '', offset: 0 });
  const [filter, setFilter] = useState('');
  const [creating, setCreating] = useState(false);
  const self = useQuery(me());
  const foundUsers = useFilteredUsers(filter, { term, offset, pageSize }, kind === 'users');
  const foundGroups = useQuery({ ...groups({ term, offset, pageSize }), enabled: kind === 'groups' });
  const { data, error, refetch } = kind === 'users' ? foundUsers : foundGroups;
  const total = data?.resultsCount ?? 0;
  const refusal = mayNotCreate(self.data);
  const created = (id: string) => {
    setCreating(false);
    void navigate(paths.people.href(kind, id));
  };
  const close = () => void navigate(paths.people.href(kind));
  const title = t(`${kind}.title`);
  const shownName = useShownName(kind, name);
  return (
    <section className={css.page} aria-label={title}>
      <PagePlace
        above={name === undefined ? [] : [{ to: paths.people.href(kind), title }]}
        title={shownName ?? title}
        detail={
          data === undefined || name !== undefined
            ? undefined
            : t(`${kind}.count`, { count: total, number: format.count(total) })
        }
      />
      <InSlot name="actions">
        <Button
          variant="primary"
          icon={kind === 'users' ? UserPlus : UsersRound}
          disabled={refusal !== undefined}
          title={refusal === undefined ? undefined : t(`reason.${refusal}`)}
          onClick={() => setCreating(true)}
        >
          {t(`${kind}.new`)}
        </Button>
      </InSlot>
      <header className={css.head}>
        <VisuallyHidden as="h1" on="phone">
          {title}
        </VisuallyHidden>
        {data === undefined ? null : <span className={css.count}>{format.count(total)}</span>}
        <div className={css.tools}>
          {kind === 'users' ? (
            <UserFilter
              value={filter}
              administrates={self.data?.isAdministrator === true}
              onChange={(next) => {
                setFilter(next);
                setWanted({ term: '', offset: 0 });
              }}
            />
          ) : null}
          <Segments
            label={t('kinds')}
            value={kind}
            segments={[
              { id: 'users', label: t('users.title') },
              { id: 'groups', label: t('groups.title') },
            ]}
            onChange={(next) => void navigate(paths.people.href(next))}
          />
          {filter === suspended ? null : (
            <SearchBox
              className={css.search}
              label={t(`${kind}.search`)}
              value={term}
              onChange={(next) => setWanted({ term: next, offset: 0 })}
            />
          )}
        </div>
      </header>
      <div className={css.list}>
        {error === null ? null : (
          <Note kind="bad" onRetry={() => void refetch()}>
            {t('failed', { reason: error.message })}
          </Note>
        )}
        {self.data !== undefined && refusal !== undefined ? <Note>{t(`reason.${refusal}`)}</Note> : null}
        {kind === 'users' ? (
          <UserTable users={foundUsers.data?.entries} current={name} />
        ) : (
          <GroupTable groups={foundGroups.data?.entries} current={name} />
        )}
        {data !== undefined && total === 0 ? (
          <p className={css.nobody}>{term === '' ? t('nobodyHere') : t('nobody', { term })}</p>
        ) : null}
      </div>
      <Pager
        offset={offset}
        pageSize={pageSize}
        total={total}
        number={format.count}
        onOffset={(next) => setWanted({ term, offset: next })}
      />
      {name === undefined ? null : kind === 'users' ? (
        <UserPane key={name} id={name} onClose={close} OwnPassword={OwnPassword} />
      ) : (
        <GroupPane key={name} id={name} onClose={close} />
      )}
      {!creating ? null : kind === 'users' ? (
        <UserDialog onClose={() => setCreating(false)} onDone={created} />
      ) : (
        <GroupDialog onClose={() => setCreating(false)} onDone={created} />
      )}
    </section>
  );
}
