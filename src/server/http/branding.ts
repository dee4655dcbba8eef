/**
 * The organization's name, logo and colour for the server's own pages and mails, from the app's config.json. Mistakes in
 * that file are ignored here and the standard look is used: the app reports them, with the line.
 */
import { type AppBrand, productBrand, productName } from '#server/core/kernel/repository.ts';
import { type Ink, inkOnPaper, inkTokens, isColour } from '#wire/ink.ts';
import { isJsonObject, type JsonObject } from '#wire/json.ts';
import type { StaticFiles } from './application.ts';

export interface PageBrand {
  readonly name: string;
  readonly mark: string | undefined;
  readonly ink: Ink | undefined;
}

const plain: PageBrand = { name: productName, mark: undefined, ink: undefined };

export async function readBrand(files: StaticFiles | undefined): Promise<PageBrand> {
  const file = await files?.open('/config.json');
  const branding = file === undefined ? undefined : brandingIn(new TextDecoder().decode(file.bytes));
  if (branding === undefined) return plain;
  const { name, mark } = branding;
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : plain.name,
    mark: typeof mark === 'string' ? markAddress(mark) : undefined,
    ink: inkOf(branding.ink),
  };
}

/** For mails and other output without a style sheet. */
export async function readAppBrand(files: StaticFiles | undefined): Promise<AppBrand> {
  const { name, ink } = await readBrand(files);
  return { name, linkColour: ink === undefined ? productBrand.linkColour : inkOnPaper(ink) };
}

/** To append to a style sheet that uses the app's colour names. */
export function brandStyle({ ink }: PageBrand): string {
  if (ink === undefined) return '';
  const lines = Object.entries(inkTokens(ink)).map(([token, value]) => `  ${token}: ${value};\n`);
  return `:root {\n${lines.join('')}}\n`;
}

/** The source of the logo, for the page's content security policy. */
export function markSource({ mark }: PageBrand): string | undefined {
  if (mark === undefined) return undefined;
  return mark.startsWith('/') ? "'self'" : new URL(mark).origin;
}

function brandingIn(text: string): JsonObject | undefined {
  try {
    const config: unknown = JSON.parse(text);
    return isJsonObject(config) && isJsonObject(config.branding) ? config.branding : undefined;
  } catch {
    return undefined;
  }
}

/** Relative to index.html, as in the app; this server has it at its root. */
function markAddress(mark: string): string | undefined {
  const here = 'http://app.invalid';
  const url = URL.parse(mark, here);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined;
  return url.origin === here ? url.pathname : url.href;
}

function inkOf(found: unknown): Ink | undefined {
  const { light, dark } = isJsonObject(found) ? found : { light: found, dark: undefined };
  if (typeof light !== 'string' || !isColour(light)) return undefined;
  return typeof dark === 'string' && isColour(dark) ? { light, dark } : { light };
}
