// Computes the scale of a picture, and its visible part. Pure.
export type ImageZoom = 'fit' | number;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Fits the picture into the room, and never enlarges it: a small icon stays sharp. */
export function fittedScale(picture: Size, room: Size): number {
  if (picture.width <= 0 || picture.height <= 0 || room.width <= 0 || room.height <= 0) return 1;
  return Math.min(1, room.width / picture.width, room.height / picture.height);
}

/** Servers' copies fit into 1,920 × 1,080 or 1,920 × 1,920 pixels: a copy smaller than that is as large as its picture. */
export function fillsCopy({ width, height }: Size): boolean {
  return width >= 1920 || height >= 1080;
}

export function nextScale(scale: number, by: 1 | -1): number {
  return boundedScale(by === 1 ? scale * 1.4 : scale / 1.4);
}

export function boundedScale(scale: number): number {
  // The least scale fits the plan of a town on a phone.
  return Math.min(16, Math.max(0.002, scale));
}

/**
 * Converts a part of the rotated picture to the coordinates of the picture itself.
 * @param whole the size of the picture before it is rotated
 * @param degrees clockwise: 0, 90, 180 or 270
 */
export function unrotateRect({ x, y, width, height }: Rect, whole: Size, degrees: number): Rect {
  switch (degrees) {
    case 90:
      return { x: y, y: whole.height - x - width, width: height, height: width };
    case 180:
      return { x: whole.width - x - width, y: whole.height - y - height, width, height };
    case 270:
      return { x: whole.width - y - height, y: x, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}
