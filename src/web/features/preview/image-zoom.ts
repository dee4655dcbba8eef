// How large a picture is shown. Pure.
export type ImageZoom = 'fit' | number;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** As large as the room, never larger than it is: a small icon stays sharp. */
export function fittedScale(picture: Size, room: Size): number {
  if (picture.width <= 0 || picture.height <= 0 || room.width <= 0 || room.height <= 0) return 1;
  return Math.min(1, room.width / picture.width, room.height / picture.height);
}

export function nextScale(scale: number, by: 1 | -1): number {
  const next = by === 1 ? scale * 1.4 : scale / 1.4;
  return Math.min(16, Math.max(0.02, next));
}
