/** The servers of this repository, and the state that each last reported. */
import { useQuery } from '@tanstack/react-query';
import { type ServerState, servers } from '#web/api/management.ts';
import { Facts } from '#web/frame/pane.tsx';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Chip } from '#web/ui/chip.tsx';
import css from './overview.module.css';

export function ServersPart() {
  const { t } = useTranslation('administration');
  const { data = [] } = useQuery(servers());
  return (
    <ul aria-label={t('servers.title')}>
      {data.map((server) => (
        <OneServer key={server.id} server={server} />
      ))}
    </ul>
  );
}

function OneServer({ server }: { readonly server: ServerState }) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  const { host, process, startedAt, seenAt, memoryBytes, parts } = server;
  return (
    <li className={css.server}>
      <h2>
        <bdi>{host}</bdi>
      </h2>
      <div className={css.states}>
        {Object.entries(parts).map(([name, isWell]) => {
          const part = t(`servers.part.${name}`, { defaultValue: name });
          return (
            <Chip key={name} bad={!isWell}>
              {isWell ? t('servers.well', { part }) : t('servers.unwell', { part })}
            </Chip>
          );
        })}
      </div>
      <Facts
        facts={[
          [t('servers.process'), String(process)],
          [t('servers.started'), format.dateTime(new Date(startedAt))],
          [t('servers.seen'), format.relative(new Date(seenAt))],
          [t('servers.memory'), format.size(memoryBytes)],
        ]}
      />
    </li>
  );
}
