/**
 * Reads a picture's metadata, under the property names of the schemas `picture`, `image_metadata` and `iptc`.
 * Invariant: every key is an xpath; values missing in the file are left out, never guessed.
 */
import { open } from 'node:fs/promises';
import ExifReader, { type ExpandedTags } from 'exifreader';
import type { Json, JsonObject } from '#wire/json.ts';
import type { Work } from '../isolate/work.ts';
import { openImage } from './open-image.ts';

/** EXIF, IPTC and ICC blocks are at the beginning in all formats that we know. */
const tagBytes = 2 ** 20;

export async function imageMetadata({ input }: Work): Promise<JsonObject> {
  const { format, width, height, autoOrient, space, depth, density, orientation } = await (
    await openImage(input, { isStreamed: true })
  ).metadata();
  const isTurned = (orientation ?? 1) >= 5;
  const info: JsonObject = {
    width: isTurned ? autoOrient.width : width,
    height: isTurned ? autoOrient.height : height,
    depth: depthBits[depth] ?? null,
    format: format === 'raw' ? 'HEIC' : (format?.toUpperCase() ?? null),
    colorSpace: space ?? null,
  };
  const tags = await readTags(input);
  return withoutUndefined({
    'picture:info': info,
    ...exifProperties(tags),
    'imd:pixel_xdimension': width,
    'imd:pixel_ydimension': height,
    'imd:xresolution': density,
    'imd:yresolution': density,
    'imd:color_space': space,
    'imd:orientation': orientation === undefined ? undefined : String(orientation),
    ...iptcProperties(tags),
  });
}

const depthBits: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  float: 32,
  double: 64,
};

async function readTags(path: string): Promise<ExpandedTags> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tagBytes), 0, tagBytes, 0);
    return ExifReader.load(buffer.subarray(0, bytesRead), { expanded: true, async: false });
  } catch {
    return {};
  } finally {
    await file.close();
  }
}

function exifProperties({ exif = {}, icc = {} }: ExpandedTags): JsonObject {
  const maker = description(exif.Make);
  const model = description(exif.Model);
  return {
    'imd:image_description': description(exif.ImageDescription),
    'imd:user_comment': description(exif.UserComment),
    'imd:equipment': [maker, model].filter((part) => part !== undefined).join(' ') || undefined,
    'imd:date_time_original': exifDate(
      description(exif.DateTimeOriginal),
      description(exif.OffsetTimeOriginal),
    ),
    'imd:copyright': description(exif.Copyright),
    'imd:exposure_time': description(exif.ExposureTime),
    'imd:iso_speed_ratings': description(exif.ISOSpeedRatings),
    'imd:focal_length': rational(exif.FocalLength),
    'imd:focalLength': description(exif.FocalLength),
    'imd:fnumber': rational(exif.FNumber),
    'imd:white_balance': description(exif.WhiteBalance),
    'imd:icc_profile': description(icc['ICC Description']),
  };
}

const iptcNames: Readonly<Record<string, string>> = {
  'By-line': 'by_line',
  'By-line Title': 'by_line_title',
  'Caption/Abstract': 'caption',
  Category: 'category',
  City: 'city',
  'Copyright Notice': 'copyright_notice',
  'Country/Primary Location Name': 'country_or_primary_location',
  Credit: 'credit',
  Headline: 'headline',
  Keywords: 'keywords',
  'Language Identifier': 'language',
  'Object Name': 'object_name',
  'Original Transmission Reference': 'original_transmission_ref',
  'Originating Program': 'originating_program',
  'Province/State': 'province_or_state',
  Source: 'source',
  'Special Instructions': 'special_instructions',
  'Writer/Editor': 'writer',
};

function iptcProperties({ iptc = {} }: ExpandedTags): JsonObject {
  return Object.fromEntries(
    Object.entries(iptc).flatMap(([tag, value]) => {
      const name = iptcNames[tag];
      const text = Array.isArray(value) ? value.map(description).join(', ') : description(value);
      return name === undefined || text === undefined ? [] : [[`iptc:${name}`, text]];
    }),
  );
}

function description(tag: unknown): string | undefined {
  if (typeof tag !== 'object' || tag === null || !('description' in tag)) return undefined;
  const text = String(tag.description).replaceAll('\0', '').trim();
  return text === '' ? undefined : text.slice(0, 4000);
}

function rational(tag: unknown): number | undefined {
  if (typeof tag !== 'object' || tag === null || !('value' in tag) || !Array.isArray(tag.value))
    return undefined;
  const [numerator, denominator] = tag.value.map(Number);
  if (numerator === undefined || denominator === undefined || denominator === 0) return undefined;
  return Math.round((numerator / denominator) * 1000) / 1000;
}

/** Cameras write local time, usually without a zone: then it is taken as UTC. */
function exifDate(text: string | undefined, offset: string | undefined): string | undefined {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '');
  if (parts === null) return undefined;
  const zone = /^[+-]\d\d:\d\d$/.test(offset ?? '') ? offset : 'Z';
  const date = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${zone}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function withoutUndefined(properties: JsonObject): JsonObject {
  const metadata: Record<string, Json> = {};
  for (const [name, value] of Object.entries(properties)) if (value !== undefined) metadata[name] = value;
  return metadata;
}
