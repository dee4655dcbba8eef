/**
 * Takes pictures of every screen, to compare with the design: each in every look, as <folder>/<screen>-<look>.png.
 * node e2e/pictures.ts [folder] [screen …]
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumPath } from './chromium-path.ts';
import { signIn } from './fixtures.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
  readonly language?: string;
}

const looks: readonly Look[] = [
  { name: 'light', width: 1440, height: 900 },
  { name: 'dark', width: 1440, height: 900, dark: true },
  { name: '768-light', width: 768, height: 1024 },
  { name: '768-dark', width: 768, height: 1024, dark: true },
  { name: '390-light', width: 390, height: 844 },
  { name: '390-dark', width: 390, height: 844, dark: true },
  { name: 'ar-light', width: 1440, height: 900, language: 'ar' },
  { name: '390-ar-dark', width: 390, height: 844, dark: true, language: 'ar' },
];

interface Library {
  readonly folder: string;
  readonly contract: string;
  readonly note: string;
}

interface Screen {
  readonly name: string;
  readonly address: (library: Library) => string;
  /** What is done on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  readonly signedOut?: boolean;
}

const query = encodeURIComponent(
  "SELECT * FROM Document WHERE ecm:path STARTSWITH '/default-domain' AND dc:title ILIKE '%a%'",
);

const screens: readonly Screen[] = [
  { name: 'sign-in', address: () => '/login', signedOut: true },
  { name: 'home', address: () => '/' },
  { name: 'browse-list', address: ({ folder }) => `/browse${folder}`, act: selectRow },
  { name: 'browse-grid', address: ({ folder }) => `/browse${folder}?view=gallery` },
  {
    name: 'two-panes',
    address: ({ folder }) => `/browse${folder}?second=${encodeURIComponent(`${folder}/annexes`)}`,
  },
  { name: 'document', address: ({ contract }) => `/doc/${contract}` },
  { name: 'document-note', address: ({ note }) => `/doc/${note}` },
  { name: 'access', address: ({ contract }) => `/doc/${contract}/rights` },
  { name: 'history', address: ({ contract }) => `/doc/${contract}/activity` },
  { name: 'search', address: () => `/search?mode=nxql&q=${query}` },
  { name: 'palette', address: ({ folder }) => `/browse${folder}`, act: openPalette },
  { name: 'tasks', address: () => '/tasks' },
  { name: 'people', address: () => '/people/users/Administrator' },
  { name: 'vocabularies', address: () => '/directories/l10ncoverage' },
  { name: 'operations', address: () => '/operations/Document.Create' },
  { name: 'collections', address: () => '/collections' },
  { name: 'favourites', address: () => '/favourites' },
  { name: 'recent', address: () => '/recent' },
  { name: 'trash', address: () => '/trash' },
  { name: 'settings', address: () => '/settings' },
  { name: 'applications', address: () => '/applications/ledger' },
  { name: 'services', address: () => '/services/ledger' },
  { name: 'hooks', address: () => '/hooks' },
  { name: 'audit', address: () => '/admin' },
  { name: 'statistics', address: () => '/admin/statistics' },
  { name: 'servers', address: () => '/admin/servers' },
  { name: 'not-found', address: () => '/nowhere' },
];

async function selectRow(page: Page): Promise<void> {
  const row = page.locator('[role="grid"] [role="row"][data-index="1"]');
  if ((page.viewportSize()?.width ?? 0) > 600) await row.click();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('lease');
  await page.getByRole('option').first().waitFor();
}

async function contract(title: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await PDFDocument.create();
  const [text, bold] = [
    await file.embedFont(StandardFonts.TimesRoman),
    await file.embedFont(StandardFonts.TimesRomanBold),
  ];
  for (let number = 1; number <= 3; number++) {
    const page = file.addPage([595, 842]);
    page.drawText(title, { x: 60, y: 760, size: 20, font: bold });
    for (let line = 0; line < 30; line++)
      page.drawText(
        `${number}.${line + 1}  The tenant keeps the building and its installations in good repair.`,
        {
          x: 60,
          y: 710 - line * 20,
          size: 11,
          font: text,
        },
      );
  }
  return new Uint8Array(await file.save());
}

async function photograph(): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="1600" height="1000" fill="#9db4c0"/>
    <rect y="620" width="1600" height="380" fill="#5c6b73"/><path d="M250 620V300l200-140 200 140v320z" fill="#c2593f"/>
    <path d="M800 620V240h500v380z" fill="#e0d6c3"/><path d="M860 300h80v110h-80zm150 0h80v110h-80zm150 0h80v110h-80z" fill="#253237"/></svg>`;
  return new Uint8Array(await sharp(Buffer.from(drawing)).jpeg().toBuffer());
}

async function plantLibrary(seed: Seed): Promise<Library> {
  const workspaces = '/default-domain/workspaces';
  const folder = `${workspaces}/harbour-estate`;
  await seed.document(workspaces, 'Workspace', 'harbour-estate', {
    'dc:title': 'Harbour estate',
    'dc:description': 'Leases, plans and letters of the old harbour.',
  });
  await seed.document(folder, 'Folder', 'annexes', { 'dc:title': 'Annexes et plans' });
  await seed.document(folder, 'Folder', 'correspondence', { 'dc:title': 'Correspondence 1998 – 2024' });
  const pdf = await contract('Lease of the north warehouse');
  const lease = await seed.file(folder, 'Lease of the north warehouse.pdf', pdf, 'application/pdf');
  await seed.file(folder, 'Bail emphytéotique (signé, annexes A à F).pdf', pdf, 'application/pdf');
  await seed.file(folder, 'عقد إيجار – مبنى المرفأ القديم.pdf', pdf, 'application/pdf');
  await seed.file(folder, 'North front.jpg', await photograph(), 'image/jpeg', 'Picture');
  await seed.file(folder, 'Rents 2024.csv', 'Unit,Rent\n1,1200\n2,1350\n', 'text/csv');
  const minutes =
    '# Minutes\n\nThe roof is repaired before winter.\n\n- offers by **October**\n- work in November\n';
  const note = await seed.document(folder, 'Note', 'minutes', {
    'dc:title': 'Minutes of the tenants’ meeting',
    'note:note': minutes,
    'note:mime_type': 'text/markdown',
  });
  await seed.user('zoe', ['members']);
  await seed.operation('Document.AddPermission', {
    input: lease,
    params: { users: ['zoe'], permission: 'ReadWrite' },
  });
  await seed.operation('Services.TagDocument', { input: lease, params: { tags: 'harbour,lease' } });
  await seed.json('POST', `/id/${lease}/@comment`, {
    'entity-type': 'comment',
    parentId: lease,
    text: 'Signed by both.',
  });
  await seed.json('POST', `/id/${lease}/@workflow`, {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [lease],
  });
  await seed.application({ id: 'ledger', name: 'Ledger' });
  await seed.service('ledger');
  await seed.hook('Search engine');
  return { folder, contract: lease, note };
}

/** Waits until nothing on the page is loading visibly. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('load');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

async function picture(
  browser: Browser,
  seed: Seed,
  library: Library,
  screen: Screen,
  look: Look,
): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: seed.origin,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.dark === true ? 'dark' : 'light',
    locale: look.language ?? 'en-GB',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    if (screen.signedOut !== true) await signIn(page, seed);
    await page.goto(screen.address(library));
    await settled(page);
    await screen.act?.(page);
    await settled(page);
    // What loads after the first view (previews, counts, panes) has no common mark when it is complete.
    await page.waitForTimeout(1_500);
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

const [target = 'pictures', ...wanted] = process.argv.slice(2);
const server = await startServer();
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await mkdir(target, { recursive: true });
  const seed = new Seed(server.origin);
  const library = await plantLibrary(seed);
  let count = 0;
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
    for (const look of looks) {
      const taken = await picture(browser, seed, library, screen, look);
      await sharp(taken).toFile(join(target, `${screen.name}-${look.name}.png`));
      count += 1;
    }
    process.stdout.write(`${screen.name}: ${looks.length} looks\n`);
  }
  process.stdout.write(`${count} pictures in ${target}\n`);
} finally {
  await browser.close();
  await server.stop();
}
