/** The texts of the sign-in and consent pages in English; other languages must have the same keys. */
export const english = {
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
  goOn: (app: string) => `Go to ${app}`,
  errorTitle: 'This request cannot be answered',
  errorHelp:
    'Go back to the application that sent you here. If it happens again, tell its maker what stands above.',
};

export type PageTexts = typeof english;
