/** Names and sizes of documents' thumbnails: facet, property and kind of rendition. */
export const thumbnailFacet = 'Thumbnail';
export const thumbnailProperty = 'thumb:thumbnail';
/** Longest side, in pixels. */
export const thumbnailSize = 512;

export const kindOfSize = (size: number): string => `thumbnail ${size}`;
export const thumbnailKind = kindOfSize(thumbnailSize);
