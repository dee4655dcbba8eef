/**
 * The server's own sign-in and consent pages: plain HTML forms that work without a script.
 * Invariant: all foreign text is escaped, only our own style sheet loads, and no page can be framed.
 */
import { markSource, type PageBrand } from '../branding.ts';
import { escapeHtml } from '../escape-html.ts';
import { textsFor } from './page-texts.ts';
import type { PageTexts } from './texts/english.ts';

export interface PageFrame {
  readonly locale: string;
  /** `…/oauth2`, relative to the origin. */
  readonly root: string;
  readonly brand: PageBrand;
  /** Where a form may lead in addition to our origin: browsers apply the policy to redirects too. */
  readonly formTarget?: string;
}

export type Fields = Readonly<Record<string, string>>;

/** `at once`: the browser asks for a passkey without another click. */
export type PasskeyOffer = 'none' | 'offered' | 'at once';

export function signInPage(
  frame: PageFrame,
  given: {
    client: string;
    fields: Fields;
    username: string;
    providers: readonly { readonly label: string; readonly address: string }[];
    passkeys: PasskeyOffer;
    problem?: 'wrong' | 'wrongPasskey' | 'tooMany';
  },
): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    given.problem === undefined ? 200 : given.problem === 'tooMany' ? 429 : 401,
    texts.signInTitle,
    `<p class="lead">${escapeHtml(texts.signInFor(given.client))}</p>
    ${given.problem ? `<p class="problem" role="alert" id="problem">${escapeHtml(texts[given.problem])}</p>` : ''}
    <form method="post" action="${frame.root}/sign_in">
      ${hidden(given.fields)}
      <label for="user">${escapeHtml(texts.username)}</label>
      <input id="user" name="user_name" value="${escapeHtml(given.username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${given.username === '' ? ' autofocus' : ''}${described(given.problem)}>
      <label for="password">${escapeHtml(texts.password)}</label>
      <input id="password" name="user_password" type="password" autocomplete="current-password" required${given.username === '' ? '' : ' autofocus'}${described(given.problem)}>
      <button class="primary">${escapeHtml(texts.signIn)}</button>
    </form>
    ${given.providers
      .map(
        ({ label, address }) =>
          `<p class="provider"><a class="button" href="${escapeHtml(address)}">${escapeHtml(texts.signInWith(label))}</a></p>`,
      )
      .join('\n    ')}
    ${given.passkeys === 'none' ? '' : passkeyForm(frame, given.fields, given.passkeys === 'at once')}`,
    given.passkeys !== 'none',
  );
}

/** Hidden until its script finds that the browser supports passkeys. */
function passkeyForm({ locale, root }: PageFrame, fields: Fields, isAtOnce = false): string {
  const { texts } = textsFor(locale);
  return `<form method="post" action="${root}/passkey" data-passkey="${root}/passkey_options"${isAtOnce ? ' data-at-once' : ''} hidden>
      ${hidden(fields)}
      <input type="hidden" name="passkey_response">
      <button class="passkey">${escapeHtml(texts.passkey)}</button>
      <p class="problem" role="alert" hidden>${escapeHtml(texts.noPasskey)}</p>
    </form>`;
}

/** @param svg a QR code of the secret, when codes are being set up */
export function codePage(
  frame: PageFrame,
  given: {
    fields: Fields;
    withPasskey: boolean;
    problem?: 'wrongOneTimeCode' | 'tooMany';
    enrolment?: { secret: string; svg: string };
  },
): Response {
  const { texts } = textsFor(frame.locale);
  const { problem, enrolment } = given;
  return page(
    frame,
    problem === undefined ? 200 : problem === 'tooMany' ? 429 : 401,
    enrolment ? texts.enrolmentTitle : texts.oneTimeCodeTitle,
    `<p class="lead">${escapeHtml(enrolment ? texts.enrolmentLead : texts.oneTimeCodeLead)}</p>
    ${enrolment ? `<div class="dots">${enrolment.svg}</div><p class="quiet">${escapeHtml(texts.enrolmentSecret)} <code>${escapeHtml(enrolment.secret)}</code></p>` : ''}
    ${problem ? `<p class="problem" role="alert" id="problem">${escapeHtml(texts[problem])}</p>` : ''}
    <form method="post" action="${frame.root}/second_factor">
      ${hidden(given.fields)}
      <label for="code">${escapeHtml(texts.code)}</label>
      <input id="code" name="one_time_code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus${described(problem)}>
      <button class="primary">${escapeHtml(texts.signIn)}</button>
    </form>
    ${given.withPasskey ? passkeyForm(frame, given.fields) : ''}`,
    given.withPasskey,
  );
}

/** After the right password of a person who must also use a passkey. */
export function passkeyPage(frame: PageFrame, fields: Fields): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    200,
    texts.passkeyTitle,
    `<p class="lead">${escapeHtml(texts.passkeyLead)}</p>
    ${passkeyForm(frame, fields)}`,
    true,
  );
}

/** Recovery codes, which are shown only once. */
export function recoveryPage(frame: PageFrame, codes: readonly string[], goOn: string): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    200,
    texts.recoveryTitle,
    `<p class="lead">${escapeHtml(texts.recoveryLead)}</p>
    <ul>${codes.map((code) => `<li><code>${escapeHtml(code)}</code></li>`).join('')}</ul>
    <p><a class="button" href="${escapeHtml(goOn)}">${escapeHtml(texts.recoveryDone)}</a></p>`,
  );
}

/** Asks the person, when another site's page led here. */
export function signOutPage(frame: PageFrame, fields: Fields): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    200,
    texts.signOutTitle,
    `<form method="post" action="${frame.root}/end_session">
      ${hidden(fields)}
      <button class="primary">${escapeHtml(texts.signOut)}</button>
    </form>`,
  );
}

export function signedOutPage(frame: PageFrame): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    200,
    texts.signedOutTitle,
    `<p class="lead">${escapeHtml(texts.signedOut)}</p>
    <p><a href="/">${escapeHtml(texts.goOn(frame.brand.name))}</a></p>`,
  );
}

export function consentPage(
  frame: PageFrame,
  given: { client: string; person: string; returnsTo: string; fields: Fields },
): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    200,
    texts.consentTitle(given.client),
    `<p>${escapeHtml(texts.consentText(given.client, given.person))}</p>
    <p class="quiet">${escapeHtml(texts.returnsTo(given.returnsTo))}</p>
    <form method="post" action="${frame.root}/authorize_submit">
      ${hidden(given.fields)}
      <div class="choice">
        <button class="primary" name="grant_access" value="1">${escapeHtml(texts.allow)}</button>
        <button name="deny_access" value="1">${escapeHtml(texts.deny)}</button>
      </div>
      <button class="link" formaction="${frame.root}/sign_out">${escapeHtml(texts.otherPerson)}</button>
    </form>`,
  );
}

export function invitationPage(
  frame: PageFrame,
  leastLength: number,
  given: { username: string; code: string; problem?: 'wrongCode' | 'badPassword' | 'tooMany' },
): Response {
  const { texts } = textsFor(frame.locale);
  const { problem } = given;
  const status = { wrongCode: 401, badPassword: 400, tooMany: 429 } as const;
  return page(
    frame,
    problem === undefined ? 200 : status[problem],
    texts.invitationTitle,
    `<p class="lead">${escapeHtml(texts.invitationLead)}</p>
    ${problem ? `<p class="problem" role="alert" id="problem">${escapeHtml(texts[problem])}</p>` : ''}
    <form method="post" action="${frame.root}/invitation">
      <label for="user">${escapeHtml(texts.username)}</label>
      <input id="user" name="user_name" value="${escapeHtml(given.username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus${described(problem)}>
      <label for="code">${escapeHtml(texts.code)}</label>
      <input id="code" name="code" value="${escapeHtml(given.code)}" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required${described(problem)}>
      <label for="password">${escapeHtml(texts.newPassword.replace('{least}', String(leastLength)))}</label>
      <input id="password" name="user_password" type="password" minlength="${leastLength}" autocomplete="new-password" required${described(problem)}>
      <button class="primary">${escapeHtml(texts.choose)}</button>
    </form>`,
  );
}

export function welcomePage(frame: PageFrame): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    200,
    texts.welcomeTitle,
    `<p class="lead">${escapeHtml(texts.welcome)}</p>
    <p><a href="/">${escapeHtml(texts.goOn(frame.brand.name))}</a></p>`,
  );
}

export function errorPage(frame: PageFrame, status: number, id: string, description: string): Response {
  const { texts } = textsFor(frame.locale);
  return page(
    frame,
    status,
    texts.errorTitle,
    `<p class="problem" role="alert"><code>${escapeHtml(id)}</code> ${escapeHtml(description)}</p>
    <p class="quiet">${escapeHtml(texts.errorHelp)}</p>`,
  );
}

const ownMark =
  '<svg width="26" height="26" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="M2 3h20v18h-4.4v-8a2.3 2.3 0 0 0-4.6 0v8h-2v-8a2.3 2.3 0 0 0-4.6 0v8H2z"/></svg>';

/** @param withScript includes the script for passkeys */
function page(frame: PageFrame, status: number, title: string, main: string, withScript = false): Response {
  const { language, direction } = textsFor(frame.locale);
  const { brand } = frame;
  const pictures = markSource(brand);
  const html = `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title>
<link rel="stylesheet" href="${frame.root}/page.css">${
    withScript
      ? `
<script type="module" src="${frame.root}/passkey.js"></script>`
      : ''
  }
</head>
<body>
<main>
<p class="mark">${brand.mark === undefined ? ownMark : `<img src="${escapeHtml(brand.mark)}" alt="" height="26">`} ${escapeHtml(brand.name)}</p>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'Cache-Control': 'no-store',
      'X-Frame-Options': 'DENY',
      // Otherwise browsers send these forms with the origin "null", which is refused.
      'Referrer-Policy': 'same-origin',
      'Content-Security-Policy': `default-src 'none'; style-src 'self';${pictures === undefined ? '' : ` img-src ${pictures};`}${withScript ? " script-src 'self'; connect-src 'self';" : ''} form-action 'self'${frame.formTarget ? ` ${frame.formTarget}` : ''}; frame-ancestors 'none'; base-uri 'none'`,
    },
  });
}

function hidden(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n      ');
}

function described(problem: keyof PageTexts | undefined): string {
  return problem === undefined ? '' : ' aria-describedby="problem"';
}
