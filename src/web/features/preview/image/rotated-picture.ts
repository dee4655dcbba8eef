// A rotated copy of a picture, for print.

/** The longer edge of a sheet of A4 at 300 dots per inch: sharp enough, also where the picture has no pixels (SVG). */
const longEdgePx = 3508;

/** @param degrees clockwise: 0, 90, 180 or 270 */
export async function rotatedPicture(picture: Blob, degrees: number): Promise<Blob> {
  const address = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = longEdgePx / Math.max(naturalWidth, naturalHeight);
    const width = Math.round(naturalWidth * scale);
    const height = Math.round(naturalHeight * scale);
    const canvas =
      degrees % 180 === 0 ? new OffscreenCanvas(width, height) : new OffscreenCanvas(height, width);
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('The browser gives no canvas');
    pen.translate(canvas.width / 2, canvas.height / 2);
    pen.rotate((degrees * Math.PI) / 180);
    pen.drawImage(image, -width / 2, -height / 2, width, height);
    return await canvas.convertToBlob();
  } finally {
    URL.revokeObjectURL(address);
  }
}
