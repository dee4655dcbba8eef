// @ts-check
/// <reference path="../../public/extension.d.ts" />
// Shows GeoJSON files as a map instead of as text, and says in a panel what is on it. Its line in config.json:
//   { "file": "extensions/geojson.js" }
// It needs no calls: a previewer and a panel are given the file of the document that they show.

/** @typedef {readonly [x: number, y: number]} Point */
/** @typedef {{ kind: string, lines: readonly (readonly Point[])[] }} Shape */

/**
 * Every geometry as lines of points.
 * @param {any} geo
 * @returns {readonly Shape[]}
 */
function shapesOf(geo) {
  const { type: kind, coordinates } = geo ?? {};
  switch (kind) {
    case 'FeatureCollection':
      return geo.features.flatMap(shapesOf);
    case 'GeometryCollection':
      return geo.geometries.flatMap(shapesOf);
    case 'Feature':
      return shapesOf(geo.geometry);
    case 'Point':
      return [{ kind, lines: [[coordinates]] }];
    case 'MultiPoint':
    case 'LineString':
      return [{ kind, lines: [coordinates] }];
    case 'MultiLineString':
    case 'Polygon':
      return [{ kind, lines: coordinates }];
    case 'MultiPolygon':
      return [{ kind, lines: coordinates.flat() }];
    default:
      return [];
  }
}

async function shapesInFile() {
  const text = new TextDecoder().decode(await muniment.file());
  return shapesOf(JSON.parse(text));
}

const namespace = 'http://www.w3.org/2000/svg';

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function drawn(name, attributes) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {readonly Shape[]} shapes */
function mapOf(shapes) {
  const points = shapes.flatMap(({ lines }) => lines.flat());
  const [west, east] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [south, north] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const size = Math.max(east - west, north - south) || 1;
  const edge = size / 20;
  const map = drawn('svg', {
    viewBox: `${west - edge} ${-north - edge} ${east - west + 2 * edge} ${north - south + 2 * edge}`,
    role: 'img',
    'aria-label': muniment.words({ en: 'Map', fr: 'Carte', de: 'Karte' }),
    'stroke-width': size / 300,
    stroke: 'var(--ink)',
    fill: 'none',
    width: '100%',
    height: '100%',
  });
  for (const { kind, lines } of shapes) {
    if (kind.endsWith('Point')) {
      for (const [x, y] of lines.flat())
        map.append(drawn('circle', { cx: x, cy: -y, r: size / 100, fill: 'var(--ink)' }));
      continue;
    }
    const path = lines.map((line) => `M${line.map(([x, y]) => `${x} ${-y}`).join('L')}`).join('');
    map.append(drawn('path', { d: path, fill: kind.endsWith('Polygon') ? 'var(--ink-soft)' : 'none' }));
  }
  return map;
}

const mediaTypes = ['application/geo+json', 'application/vnd.geo+json'];

muniment.define({
  protocol: 1,
  name: { en: 'Maps', fr: 'Cartes', de: 'Karten' },
  previewers: [
    {
      key: 'map',
      mediaTypes,
      show: async (_document, root) => {
        root.style.blockSize = '100%';
        root.append(mapOf(await shapesInFile()));
      },
    },
  ],
  panels: [
    {
      key: 'shapes',
      title: { en: 'On the map', fr: 'Sur la carte', de: 'Auf der Karte' },
      applies: { mediaTypes },
      show: async (_document, root) => {
        const list = document.createElement('dl');
        for (const [kind, shapes] of Map.groupBy(await shapesInFile(), ({ kind }) => kind)) {
          const [term, count] = [document.createElement('dt'), document.createElement('dd')];
          term.textContent = kind;
          count.textContent = new Intl.NumberFormat(muniment.look.language).format(shapes.length);
          list.append(term, count);
        }
        root.append(list);
      },
    },
  ],
});
