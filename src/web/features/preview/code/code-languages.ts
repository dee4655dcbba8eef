// Finds the grammar for a source file. Each grammar is a chunk of its own.
import type { Parser } from '@lezer/common';

type Load = () => Promise<Parser>;

const script = (dialect: string): Load => {
  return async () => (await import('@lezer/javascript')).parser.configure({ dialect });
};
const json: Load = async () => (await import('@lezer/json')).parser;
const css: Load = async () => (await import('@lezer/css')).parser;
const html: Load = async () => (await import('@lezer/html')).parser;
const xml: Load = async () => (await import('@lezer/xml')).parser;
const yaml: Load = async () => (await import('@lezer/yaml')).parser;
const python: Load = async () => (await import('@lezer/python')).parser;
const java: Load = async () => (await import('@lezer/java')).parser;
const cpp: Load = async () => (await import('@lezer/cpp')).parser;
const go: Load = async () => (await import('@lezer/go')).parser;
const rust: Load = async () => (await import('@lezer/rust')).parser;
const php: Load = async () => (await import('@lezer/php')).parser;

const byEnding: Readonly<Record<string, Load>> = {
  js: script('jsx'),
  mjs: script('jsx'),
  cjs: script('jsx'),
  jsx: script('jsx'),
  ts: script('ts'),
  mts: script('ts'),
  tsx: script('jsx ts'),
  json,
  map: json,
  geojson: json,
  webmanifest: json,
  css,
  html,
  htm: html,
  xml,
  svg: xml,
  xsd: xml,
  xsl: xml,
  gml: xml,
  kml: xml,
  yaml,
  yml: yaml,
  py: python,
  java,
  c: cpp,
  h: cpp,
  cc: cpp,
  cpp,
  hpp: cpp,
  go,
  rs: rust,
  php,
};

const byType: readonly (readonly [RegExp, Load])[] = [
  [/json/, json],
  [/javascript|ecmascript/, script('jsx')],
  [/html/, html],
  [/xml/, xml],
  [/^text\/css/, css],
  [/yaml/, yaml],
  [/python/, python],
];

/** Undefined for a text without a grammar. */
export function codeLanguage(name: string, mediaType: string): Load | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(byEnding, ending)) return byEnding[ending];
  return byType.find(([pattern]) => pattern.test(mediaType.toLowerCase()))?.[1];
}
