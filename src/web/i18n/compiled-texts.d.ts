// The build makes these modules from the language files (scripts/compiled-texts.mjs): `virtual:texts/fr/first`.
declare module 'virtual:texts/*' {
  export const texts: import('@lingui/core').Messages;
}
