/**
 * Makes the ink colours of a page, light and dark, from an organisation's colour. Hue and strength are kept; a colour that could
 * not be read is made darker (on light paper) or lighter (on dark paper) until it can.
 */

export interface Ink {
  /** `#1b4f86` */
  readonly light: string;
  /** Made from the light one when left out. */
  readonly dark?: string;
}

export type InkTokens = Readonly<Record<string, string>>;

/** Lightness, chroma and hue (in radians), as in CSS `oklch()`. */
interface Colour {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Light = readonly [red: number, green: number, blue: number];

export function isColour(text: string): boolean {
  return /^#(?:[0-9a-f]{3}){1,2}$/i.test(text);
}

/** The backgrounds that ink is read on: the lightest and darkest of each look. */
const lightPapers = ['#fdfdfc', '#f5f4f2', '#ebeae7'];
const darkPapers = ['#0c0b0b', '#191817', '#252322'];
const onInk = '#fafbfd';
/** The contrast that text needs (WCAG 2.2, 1.4.3), and a little for rounding. */
const readable = 4.6;

/** Values for the CSS custom properties that `tokens.css` and the server's pages use under these names. */
export function inkTokens({ light, dark }: Ink): InkTokens {
  const given = colourOf(light);
  const own = dark === undefined ? undefined : colourOf(dark);
  /** The organisation's hue with the design's lightness `l`; its strength scales the design's chroma `c`. */
  const tint = (of: Colour, l: number, c: number): string =>
    textOf({ l, c: c * Math.min(1.2, of.c / 0.1), h: of.h });
  const night = own ?? given;
  const soft = [tint(given, 0.942, 0.019), tint(night, 0.305, 0.045)] as const;
  const soft2 = [tint(given, 0.92, 0.027), tint(night, 0.345, 0.052)] as const;
  const lightInk = readableOn(given, [...lightPapers, soft[0], soft2[0], onInk], -1);
  const darkInk = readableOn(
    own ?? { ...given, l: 0.795, c: given.c * 0.8 },
    [...darkPapers, soft[1], soft2[1]],
    1,
  );
  const darkFill = readableOn({ ...night, l: 0.546 }, [onInk], -1);
  const darker = (text: string, by: number): string => {
    const colour = colourOf(text);
    return textOf({ ...colour, l: Math.max(0, colour.l - by) });
  };
  const deep = tint(given, 0.33, 0.078);
  const pairs: Readonly<Record<string, readonly [light: string, dark: string]>> = {
    '--ink': [lightInk, darkInk],
    '--ink-fill': [lightInk, darkFill],
    '--ink-fill-2': [darker(lightInk, 0.05), darker(darkFill, 0.03)],
    '--on-ink': [onInk, onInk],
    '--ink-soft': soft,
    '--ink-soft-2': soft2,
    '--ink-deep': [deep, deep],
    '--ink-line': [tint(given, 0.79, 0.068), tint(night, 0.49, 0.08)],
  };
  return Object.fromEntries(
    Object.entries(pairs).map(([name, [day, evening]]) => [name, `light-dark(${day}, ${evening})`]),
  );
}

/** For text on light paper in a page without these properties: a mail (mail programs make their own dark look). */
export function inkOnPaper({ light }: Ink): string {
  return readableOn(colourOf(light), lightPapers, -1);
}

/** The WCAG contrast of two colours: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function readableOn(colour: Colour, papers: readonly string[], way: 1 | -1): string {
  for (let l = colour.l; l > 0 && l < 1; l += way * 0.005) {
    const text = textOf({ ...colour, l });
    if (papers.every((paper) => contrast(text, paper) >= readable)) return text;
  }
  return way === 1 ? '#ffffff' : '#000000';
}

function brightness(text: string): number {
  const [red, green, blue] = lightOf(text);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The red, green and blue of `#rgb` or `#rrggbb` as linear light. */
function lightOf(text: string): Light {
  const digits = text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text;
  const part = (at: number): number => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

// The matrices of OKLab, by Björn Ottosson.
function colourOf(text: string): Colour {
  const [red, green, blue] = lightOf(text);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: Math.atan2(b, a),
  };
}

function toLight({ l, c, h }: Colour): Light {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

/** As `#rrggbb`; chroma is reduced until the colour is inside sRGB. */
function textOf(colour: Colour): string {
  let light = toLight(colour);
  for (let c = colour.c; c > 0 && light.some((one) => one < -0.0005 || one > 1.0005); c -= 0.002)
    light = toLight({ ...colour, c: Math.max(0, c) });
  const signs = light.map((one) => {
    const share = Math.min(1, Math.max(0, one));
    const shown = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${signs.join('')}`;
}
