// The visible tiles of a picture, over a less sharp copy. The tiles of the previous level stay below until the sharper ones
// have loaded.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useObjectUrl } from '#web/api/use-media-url.ts';
import { openedFile } from '../parts/opened-file.ts';
import css from './image-viewer.module.css';
import type { Rect } from './image-zoom.ts';
import type { TilePyramid } from './tile-pyramid.ts';
import { sharpLevel, type VisibleTile, visibleTiles } from './visible-tiles.ts';

export interface TileLayerProps {
  readonly address: string;
  readonly pyramid: TilePyramid;
  /** CSS pixels for a pixel of the picture. */
  readonly scale: number;
  /** The visible part, in pixels of the picture. */
  readonly part: Rect;
}

export function TileLayer({ address, pyramid, scale, part }: TileLayerProps) {
  const sharp = sharpLevel(pyramid, scale * window.devicePixelRatio);
  const levels = [...new Set([0, Math.max(0, sharp - 1), sharp])];
  return levels
    .flatMap((level) => visibleTiles(pyramid, level, part))
    .map((tile) => (
      <Tile
        key={`${tile.level} ${tile.column} ${tile.row}`}
        address={address}
        pyramid={pyramid}
        tile={tile}
      />
    ));
}

interface TileProps {
  readonly address: string;
  readonly pyramid: TilePyramid;
  readonly tile: VisibleTile;
}

function Tile({ address, pyramid, tile: { level, column, row, box } }: TileProps) {
  const { data } = useQuery(
    queryOptions({
      queryKey: ['tiles', address, level, column, row],
      queryFn: ({ signal }) => pyramid.tile(level, column, row, signal),
      ...openedFile,
      // With many tiles, one is easily lost on a bad connection.
      retry: 2,
    }),
  );
  const url = useObjectUrl(data);
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return url === undefined ? null : (
    <img
      className={css.tile}
      src={url}
      alt=""
      draggable={false}
      style={{
        left: share(box.x, pyramid.width),
        top: share(box.y, pyramid.height),
        width: share(box.width, pyramid.width),
        height: share(box.height, pyramid.height),
      }}
    />
  );
}
