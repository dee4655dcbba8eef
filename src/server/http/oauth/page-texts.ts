/** The words of the sign-in and consent pages. */
const english = {
  signInTitle: 'Sign in',
  signInFor: (client: string) => `to continue to ${client}`,
  username: 'User name',
  password: 'Password',
  signIn: 'Sign in',
  passkey: 'Sign in with a passkey',
  passkeyTitle: 'Your passkey',
  passkeyLead: 'Your account needs more than a password. Use one of your passkeys.',
  noPasskey: 'No passkey was used. Try again, or sign in another way.',
  wrongPasskey: 'This passkey is not known here any more. Sign in another way.',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  oneTimeCodeTitle: 'One-time code',
  oneTimeCodeLead: 'Type the code that your application shows, or one of your recovery codes.',
  wrongOneTimeCode: 'This code is wrong, or was used already. Wait for the next one.',
  enrolmentTitle: 'Set up one-time codes',
  enrolmentLead:
    'Your account needs a code beside the password. Read this picture with an application for one-time codes, then type the code that it shows.',
  enrolmentSecret: 'Or type this into the application:',
  recoveryTitle: 'Recovery codes',
  recoveryLead:
    'Each of these signs you in once, when you cannot get a code. Keep them where others cannot read them: they are not shown again.',
  recoveryDone: 'I have kept them',
  signOutTitle: 'Sign out?',
  signOut: 'Sign out',
  signedOutTitle: 'Signed out',
  signedOut: 'You are signed out.',
  wrong: 'This user name and password do not match. Check both and try again.',
  tooMany: 'Too many failed attempts. Wait a few minutes, then try again.',
  consentTitle: (client: string) => `Let ${client} in?`,
  consentText: (client: string, person: string) =>
    `${client} will read and change documents as ${person} until you take this back.`,
  returnsTo: (address: string) => `Afterwards you return to ${address}.`,
  allow: 'Allow',
  deny: 'Deny',
  otherPerson: 'Not you? Sign in as somebody else',
  invitationTitle: 'Choose your password',
  invitationLead: 'The invitation that you got by mail holds your user name and the code.',
  code: 'Code',
  newPassword: 'New password (at least {least} characters)',
  choose: 'Set the password',
  wrongCode:
    'This user name and code do not match, or the code was used already or has run out. Ask for a new invitation if it does not work.',
  badPassword: 'This password is too short, or one that many people use.',
  welcomeTitle: 'Welcome',
  welcome: 'Your password is set.',
  goOn: 'Go to Muniment',
  errorTitle: 'This request cannot be answered',
  errorHelp:
    'Go back to the application that sent you here. If it happens again, tell its maker what stands above.',
};

export type PageTexts = typeof english;

const french: PageTexts = {
  signInTitle: 'Connexion',
  signInFor: (client) => `pour continuer vers ${client}`,
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  signIn: 'Se connecter',
  passkey: 'Se connecter avec une clé d’accès',
  passkeyTitle: 'Votre clé d’accès',
  passkeyLead: 'Votre compte demande plus qu’un mot de passe. Utilisez l’une de vos clés d’accès.',
  noPasskey: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
  wrongPasskey: 'Cette clé d’accès n’est plus connue ici. Connectez-vous autrement.',
  signInWith: (provider) => `Se connecter avec ${provider}`,
  oneTimeCodeTitle: 'Code à usage unique',
  oneTimeCodeLead: 'Tapez le code que montre votre application, ou l’un de vos codes de secours.',
  wrongOneTimeCode: 'Ce code est faux, ou a déjà servi. Attendez le suivant.',
  enrolmentTitle: 'Préparer les codes à usage unique',
  enrolmentLead:
    'Votre compte demande un code en plus du mot de passe. Lisez cette image avec une application de codes à usage unique, puis tapez le code qu’elle montre.',
  enrolmentSecret: 'Ou tapez ceci dans l’application :',
  recoveryTitle: 'Codes de secours',
  recoveryLead:
    'Chacun vous connecte une fois, quand vous ne pouvez pas obtenir de code. Gardez-les hors de la vue des autres : ils ne seront plus montrés.',
  recoveryDone: 'Je les ai gardés',
  signOutTitle: 'Se déconnecter ?',
  signOut: 'Se déconnecter',
  signedOutTitle: 'Déconnexion',
  signedOut: 'Vous êtes déconnecté.',
  wrong: 'Ce nom d’utilisateur et ce mot de passe ne vont pas ensemble. Vérifiez les deux et réessayez.',
  tooMany: 'Trop d’essais manqués. Attendez quelques minutes, puis réessayez.',
  consentTitle: (client) => `Autoriser ${client} ?`,
  consentText: (client, person) =>
    `${client} lira et modifiera des documents au nom de ${person} jusqu’à ce que vous le lui retiriez.`,
  returnsTo: (address) => `Vous reviendrez ensuite à ${address}.`,
  allow: 'Autoriser',
  deny: 'Refuser',
  otherPerson: 'Ce n’est pas vous ? Se connecter autrement',
  invitationTitle: 'Choisissez votre mot de passe',
  invitationLead: 'L’invitation reçue par courriel contient votre nom d’utilisateur et le code.',
  code: 'Code',
  newPassword: 'Nouveau mot de passe ({least} caractères au moins)',
  choose: 'Définir le mot de passe',
  wrongCode:
    'Ce nom d’utilisateur et ce code ne vont pas ensemble, ou le code a déjà servi ou a expiré. Demandez une nouvelle invitation si rien n’y fait.',
  badPassword: 'Ce mot de passe est trop court, ou bien trop répandu.',
  welcomeTitle: 'Bienvenue',
  welcome: 'Votre mot de passe est défini.',
  goOn: 'Aller à Muniment',
  errorTitle: 'Cette demande ne peut pas aboutir',
  errorHelp:
    'Revenez à l’application qui vous a envoyé ici. Si cela se reproduit, transmettez à son auteur le message ci-dessus.',
};

export function textsFor(locale: string): { readonly language: string; readonly texts: PageTexts } {
  return locale === 'fr' ? { language: 'fr', texts: french } : { language: 'en', texts: english };
}
