/** The texts of letters. Titles and names come from people: code that puts them into HTML must escape them. */
const english = {
  news: {
    Creation: (who: string, title: string) => `${who} created “${title}”`,
    Modification: (who: string, title: string) => `${who} changed “${title}”`,
    Publication: (who: string, title: string) => `${who} published “${title}”`,
    'Workflow Change': (who: string, title: string) => `${who} changed the state of “${title}”`,
    CommentAdded: (who: string, title: string) => `${who} commented on “${title}”`,
    CommentUpdated: (who: string, title: string) => `${who} changed a comment on “${title}”`,
    CommentPublication: (who: string, title: string) => `${who} published a comment on “${title}”`,
  },
  newsSubject: (who: string, count: number) => `${who}: ${count} changes`,
  more: (count: number) => `… and ${count} more.`,
  permission: (who: string, permission: string, title: string) =>
    `${who} gave you the permission “${permission}” on “${title}”`,
  mention: (who: string, title: string) => `${who} named you in a comment on “${title}”`,
  task: (task: string) => `A task waits for you: ${task}`,
  about: (title: string) => `It is about “${title}”.`,
  openTask: 'Open the task',
  decision: (decision: string, title: string) => `${decision}: “${title}”`,
  invitation: (who: string, app: string) => `${who} invites you to ${app}`,
  invitationName: (username: string) => `Your user name is ${username}.`,
  invitationCode: (code: string) => `Your code, good for one use within seven days: ${code}`,
  invitationPage: 'Choose a password on this page',
  account: {
    password: (account: string, app: string) => `${app}: the password of ${account} was changed`,
    address: (account: string, app: string) => `${app}: the mail address of ${account} was changed`,
    codesAdded: (account: string, app: string) => `${app}: ${account} signs in with one-time codes now`,
    codesRemoved: (account: string, app: string) => `${app}: ${account} signs in without one-time codes now`,
    passkeyAdded: (account: string, app: string) => `${app}: a passkey was added for ${account}`,
    passkeyRemoved: (account: string, app: string) => `${app}: a passkey of ${account} was removed`,
  },
  changedBy: (who: string) => `By ${who}.`,
  openSettings: 'See how you sign in, and where you are signed in',
  says: (who: string, comment: string) => `${who} says: ${comment}`,
  why: {
    news: 'You get this because you, or a group that you are in, subscribed to this document or a folder above it.',
    mention: 'You get this because the comment names you.',
    permission: 'You get this because somebody wanted you to know.',
    task: 'You get this because the task is yours, or your group’s.',
    decision: 'You get this because you started this workflow.',
    invitation: 'If you did not expect this, you need do nothing.',
    account: 'If this was not you, change your password, sign out everywhere and call an administrator.',
  },
};

export type LetterTexts = typeof english;

const french: LetterTexts = {
  news: {
    Creation: (who, title) => `${who} a créé « ${title} »`,
    Modification: (who, title) => `${who} a modifié « ${title} »`,
    Publication: (who, title) => `${who} a publié « ${title} »`,
    'Workflow Change': (who, title) => `${who} a changé l’état de « ${title} »`,
    CommentAdded: (who, title) => `${who} a commenté « ${title} »`,
    CommentUpdated: (who, title) => `${who} a modifié un commentaire sur « ${title} »`,
    CommentPublication: (who, title) => `${who} a publié un commentaire sur « ${title} »`,
  },
  newsSubject: (who, count) => `${who} : ${count} changements`,
  more: (count) => `… et ${count} de plus.`,
  permission: (who, permission, title) =>
    `${who} vous a donné la permission « ${permission} » sur « ${title} »`,
  mention: (who, title) => `${who} vous a cité dans un commentaire sur « ${title} »`,
  task: (task) => `Une tâche vous attend : ${task}`,
  about: (title) => `Elle concerne « ${title} ».`,
  openTask: 'Ouvrir la tâche',
  decision: (decision, title) => `${decision} : « ${title} »`,
  invitation: (who, app) => `${who} vous invite dans ${app}`,
  invitationName: (username) => `Votre nom d’utilisateur est ${username}.`,
  invitationCode: (code) => `Votre code, valable une fois pendant sept jours : ${code}`,
  invitationPage: 'Choisissez un mot de passe sur cette page',
  account: {
    password: (account, app) => `${app} : le mot de passe de ${account} a été changé`,
    address: (account, app) => `${app} : l’adresse électronique de ${account} a été changée`,
    codesAdded: (account, app) => `${app} : ${account} se connecte désormais avec des codes à usage unique`,
    codesRemoved: (account, app) => `${app} : ${account} se connecte désormais sans code à usage unique`,
    passkeyAdded: (account, app) => `${app} : une clé d’accès a été ajoutée pour ${account}`,
    passkeyRemoved: (account, app) => `${app} : une clé d’accès de ${account} a été supprimée`,
  },
  changedBy: (who) => `Par ${who}.`,
  openSettings: 'Voir comment et où vous êtes connecté',
  says: (who, comment) => `${who} dit : ${comment}`,
  why: {
    news: 'Vous recevez ceci parce que vous, ou un de vos groupes, êtes abonné à ce document ou à un dossier parent.',
    mention: 'Vous recevez ceci parce que le commentaire vous cite.',
    permission: 'Vous recevez ceci parce que quelqu’un souhaite vous en informer.',
    task: 'Vous recevez ceci parce que cette tâche vous revient, à vous ou à votre groupe.',
    decision: 'Vous recevez ceci parce que vous avez lancé ce workflow.',
    invitation: 'Si vous ne vous y attendiez pas, vous n’avez rien à faire.',
    account:
      'Si ce n’était pas vous, changez votre mot de passe, déconnectez-vous partout et prévenez un administrateur.',
  },
};

export type Language = 'en' | 'fr';

/** The supported language that is nearest to a locale such as `fr_FR`. */
export function languageOf(locale: unknown): Language {
  return typeof locale === 'string' && /^fr\b|^fr_/i.test(locale) ? 'fr' : 'en';
}

export function letterTexts(language: Language): LetterTexts {
  return language === 'fr' ? french : english;
}
