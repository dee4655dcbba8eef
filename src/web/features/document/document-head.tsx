// Title, version, state, lock, kind and size of a document, and its most used commands.

import { Download, Ellipsis, FileDown, Link2, LockKeyhole, LockKeyholeOpen, Star } from 'lucide';
import { Link } from 'react-router-dom';
import { blobOf, isFavourite, isFolderish } from '#web/api/document-context.ts';
import { OpenQuestion } from '#web/documents/changes/open-question.tsx';
import { findCommand, menuOf } from '#web/documents/commands/command.ts';
import type { StoredDocument } from '#web/documents/stored-document.ts';
import { useKindWords } from '#web/documents/use-kind-word.ts';
import { useCommands } from '#web/frame/commands.ts';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { extensionOf } from '#web/ui/cut-name.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { StateGlyph } from '#web/ui/state-glyph.tsx';
import { AccessLink } from './access/access-link.tsx';
import css from './document-head.module.css';
import { LockFact } from './lock-fact.tsx';
import { usePageCommands } from './page-commands.ts';
import { useFocusedTitle } from './use-focused-title.ts';
import { useOtherFormats } from './use-other-formats.ts';

export function DocumentHead({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const title = useFocusedTitle();
  const commands = usePageCommands(document);
  const formats = useOtherFormats(document);
  useCommands(commands.flat());
  const { lockOwner, uid } = document;
  const star = findCommand(commands, 'star');
  const lock = findCommand(commands, 'lock');
  const link = findCommand(commands, 'link');
  const download = findCommand(commands, 'download');
  const workflow = findCommand(commands, 'workflow');
  const locked = lockOwner !== undefined;
  const favourite = isFavourite(document);
  return (
    <header className={css.head}>
      <div className={css.what}>
        <h1 ref={title} className={css.title} dir="auto" tabIndex={-1}>
          {withVisibleControls(document.title)}
        </h1>
        <Facts document={document} />
      </div>
      <div className={css.actions}>
        <IconButton
          icon={Star}
          label={favourite ? t('favourite.remove') : t('favourite.add')}
          pressed={favourite}
          disabledReason={star?.disabledReason}
          onClick={star?.run}
        />
        <IconButton
          icon={locked ? LockKeyhole : LockKeyholeOpen}
          label={locked ? t('lock.unlock') : t('lock.lock')}
          shortcut="L"
          pressed={locked}
          disabled={lock === undefined}
          disabledReason={lock?.disabledReason}
          onClick={lock?.run}
        />
        <IconButton className={css.roomy} icon={Link2} label={t('copyLink')} onClick={link?.run} />
        <IconButton
          icon={Download}
          label={t('download')}
          disabledReason={download?.disabledReason}
          onClick={download?.run}
        />
        {formats.length === 0 ? null : (
          <MenuButton
            className={css.roomy}
            icon={FileDown}
            variant="quiet"
            align="end"
            label={t('formats.label')}
            entries={formats}
          />
        )}
      </div>
      <MenuButton
        label={t('more')}
        icon={Ellipsis}
        entries={() => [
          ...menuOf(commands),
          ...(formats.length === 0
            ? []
            : [
                { kind: 'separator' } as const,
                {
                  kind: 'submenu',
                  id: 'formats',
                  label: t('formats.label'),
                  icon: FileDown,
                  entries: formats,
                } as const,
              ]),
        ]}
        align="end"
        variant="quiet"
      />
      <div className={css.verbs}>
        {isFolderish(document) && !document.isTrashed ? (
          <Link className={buttonClass({})} to={paths.browse.href(document.path)}>
            {t('openFolder')}
          </Link>
        ) : null}
        <AccessLink uid={uid}>{t('share')}</AccessLink>
        {workflow === undefined || workflow.disabledReason !== undefined ? null : (
          <Button variant="primary" className={css.roomy} onClick={workflow.run}>
            {workflow.label}
          </Button>
        )}
      </div>
      <OpenQuestion />
    </header>
  );
}

function Facts({ document }: { readonly document: StoredDocument }) {
  const { t } = useTranslation('document');
  const format = useFormat();
  const kinds = useKindWords();
  const blob = blobOf(document);
  const ending = extensionOf(blob?.name ?? '')
    .slice(1)
    .toUpperCase();
  const { versionLabel, state } = document;
  return (
    <div className={css.facts}>
      {versionLabel === undefined || versionLabel === '' || versionLabel === '0.0' ? null : (
        <span className={css.fact}>{t('version', { label: versionLabel })}</span>
      )}
      {state === null || state === 'undefined' ? null : <StateGlyph state={state} />}
      {document.isTrashed ? <span className={css.fact}>{t('inTrash')}</span> : null}
      <LockFact document={document} />
      {blob === null ? (
        <span className={css.roomy}>{kinds.of(document)}</span>
      ) : (
        <span className={css.roomy}>
          {ending === '' ? null : `${ending}, `}
          {format.size(Number(blob.length))}
        </span>
      )}
      {document.isVersion ? (
        <span className={css.fact}>
          <Icon icon={LockKeyhole} size={14} />
          {t('isVersion')}
        </span>
      ) : null}
    </div>
  );
}
