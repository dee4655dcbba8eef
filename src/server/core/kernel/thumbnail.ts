/** The pictures of documents, as the store knows them by their kind. */
export const thumbnailFacet = 'Thumbnail';
export const thumbnailProperty = 'thumb:thumbnail';
/** Longest side, in pixels. */
export const thumbnailSize = 512;

export const kindOfSize = (size: number): string => `thumbnail ${size}`;
export const thumbnailKind = kindOfSize(thumbnailSize);
