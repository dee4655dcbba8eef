// The toolbar of a PDF: thumbnails, contents, page number, zoom, rotation, search, print, full screen.
import { Ellipsis, ListTree, Maximize2, PanelLeft, Printer, RotateCw, Search, ZoomIn, ZoomOut } from 'lucide';
import { useState } from 'react';
import { useFormat } from '#web/i18n/use-format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { MenuButton } from '#web/ui/menu-button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import css from '../tools.module.css';
import type { Zoom } from './zoom.ts';

/** The panel beside the pages. */
export type PdfSide = 'pages' | 'contents';

export interface PdfToolsProps {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly scale: number;
  readonly zoom: Zoom;
  readonly side: PdfSide | null;
  readonly hasOutline: boolean;
  readonly finding: boolean;
  readonly onPage: (page: number) => void;
  readonly onZoom: (zoom: Zoom) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onRotate: () => void;
  readonly onSide: (side: PdfSide) => void;
  readonly onFind: () => void;
  readonly onPrint: () => void;
  readonly onFullScreen: () => void;
}

const factors = [0.5, 0.75, 1, 1.5, 2, 3] as const;

export function PdfTools(props: PdfToolsProps) {
  const { page, pages, scale, zoom, side, finding, onPage, onZoom, onStep } = props;
  const { t } = useTranslation('preview');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const entries = [
    ...(['width', 'page'] as const).map((fit) => ({
      id: fit,
      label: t(`fit.${fit}`),
      checked: zoom === fit,
      radio: true,
      onSelect: () => onZoom(fit),
    })),
    { kind: 'separator' as const },
    ...factors.map((factor) => ({
      id: String(factor),
      label: format.percent(factor),
      checked: zoom === factor,
      radio: true,
      onSelect: () => onZoom(factor),
    })),
  ];
  // Commands that are in a menu on a phone.
  const others = [
    { id: 'pages', label: t('pdf.pages'), icon: PanelLeft, onSelect: () => props.onSide('pages') },
    { id: 'rotate', label: t('rotate'), icon: RotateCw, onSelect: props.onRotate },
    { id: 'print', label: t('print.start'), icon: Printer, onSelect: props.onPrint },
    { id: 'full', label: t('fullScreen'), icon: Maximize2, onSelect: props.onFullScreen },
  ];
  return (
    <div className={css.tools} role="toolbar" aria-label={t('tools')}>
      <IconButton
        className={css.roomy}
        icon={PanelLeft}
        size="small"
        label={t('pdf.pages')}
        pressed={side === 'pages'}
        directional
        onClick={() => props.onSide('pages')}
      />
      {props.hasOutline ? (
        <IconButton
          icon={ListTree}
          size="small"
          label={t('pdf.contents')}
          pressed={side === 'contents'}
          directional
          onClick={() => props.onSide('contents')}
        />
      ) : null}
      <PageNumber page={page} pages={pages} onPage={onPage} />
      <span className={css.gap} />
      <IconButton icon={ZoomOut} size="small" label={t('zoomOut')} shortcut="-" onClick={() => onStep(-1)} />
      <MenuButton variant="quiet" size="small" label={t('zoom')} entries={entries}>
        <VisuallyHidden>{t('zoom')} </VisuallyHidden>
        <span className={css.percent}>{format.percent(scale)}</span>
      </MenuButton>
      <IconButton icon={ZoomIn} size="small" label={t('zoomIn')} shortcut="+" onClick={() => onStep(1)} />
      <span className={css.rule} />
      <IconButton
        className={css.roomy}
        icon={RotateCw}
        size="small"
        label={t('rotate')}
        onClick={props.onRotate}
      />
      <IconButton
        icon={Search}
        size="small"
        label={t('pdf.find')}
        shortcut="mod+F"
        pressed={finding}
        onClick={props.onFind}
      />
      <IconButton
        className={css.roomy}
        icon={Printer}
        size="small"
        label={t('print.start')}
        onClick={props.onPrint}
      />
      <IconButton
        className={css.roomy}
        icon={Maximize2}
        size="small"
        label={t('fullScreen')}
        onClick={props.onFullScreen}
      />
      <span className={css.narrow}>
        <MenuButton
          variant="quiet"
          size="small"
          align="end"
          icon={Ellipsis}
          label={ui('more')}
          entries={others}
        />
      </span>
    </div>
  );
}

/** Shows the current page until something is typed into it. */
function PageNumber({ page, pages, onPage }: Pick<PdfToolsProps, 'page' | 'pages' | 'onPage'>) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const wanted = Number.parseInt(typed ?? '', 10);
    if (!Number.isNaN(wanted)) onPage(wanted - 1);
    setTyped(null);
  };
  return (
    <form
      className={css.number}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        aria-label={t('pdf.number')}
        value={typed ?? String(page + 1)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={go}
      />
      <span>{t('pdf.of', { total: format.count(pages) })}</span>
    </form>
  );
}
