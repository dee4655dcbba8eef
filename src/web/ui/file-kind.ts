// The kind of a document, from its media type or else its name. Pure.

export type FileKind =
  | 'folder'
  | 'workspace'
  | 'domain'
  | 'collection'
  | 'pdf'
  | 'text'
  | 'sheet'
  | 'image'
  | 'film'
  | 'sound'
  | 'cad'
  | 'other';

const byType: readonly (readonly [RegExp, FileKind])[] = [
  [/pdf|postscript/, 'pdf'],
  [/dwg|dxf|step|iges|\bcad\b|^model\/|svg/, 'cad'],
  [/^image\//, 'image'],
  [/^video\//, 'film'],
  [/^audio\//, 'sound'],
  [/spreadsheet|ms-excel|csv|tab-separated/, 'sheet'],
  [
    /^text\/|wordprocessing|msword|opendocument\.text|rtf|presentation|powerpoint|message\/|json|xml|epub|markdown/,
    'text',
  ],
];

const byEnding: readonly (readonly [RegExp, FileKind])[] = [
  [/^(pdf|ps|eps)$/, 'pdf'],
  [/^(dwg|dxf|stp|step|igs|ifc|stl|svg)$/, 'cad'],
  [/^(jpe?g|png|gif|webp|avif|tiff?|bmp|heic|heif|psd|raw|cr2|nef|arw)$/, 'image'],
  [/^(mp4|m4v|mov|avi|mkv|webm|ogv|mpe?g)$/, 'film'],
  [/^(mp3|m4a|ogg|oga|wav|flac|aac|opus|aiff?|wma)$/, 'sound'],
  [/^(xlsx?|ods|csv|tsv|numbers)$/, 'sheet'],
  [/^(txt|md|docx?|odt|rtf|pptx?|odp|eml|msg|html?|xml|json|epub|tex|log|ya?ml)$/, 'text'],
];

export function fileKindOf(mediaType: string | null | undefined, name = ''): FileKind {
  const type = (mediaType ?? '').toLowerCase();
  const typed = byType.find(([pattern]) => pattern.test(type));
  if (typed !== undefined && type !== 'text/plain') return typed[1];
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return byEnding.find(([pattern]) => pattern.test(ending))?.[1] ?? typed?.[1] ?? 'other';
}
