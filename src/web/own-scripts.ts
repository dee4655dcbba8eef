// The page's policy demands trusted types: a text becomes a script's address only here, and never markup (the sanitiser turns
// what people wrote into nodes). Invariant: only scripts beside or below the app are loaded.

/** Call it before a worker is started. The sanitiser has its own policy, under the name that the page's policy allows. */
export function trustOwnScripts(): void {
  const types = window.trustedTypes;
  if (types === undefined || types.defaultPolicy !== null) return;
  types.createPolicy('default', {
    createScriptURL: (address) => {
      const { href } = new URL(address, document.baseURI);
      if (href.startsWith(new URL('.', document.baseURI).href)) return href;
      throw new TypeError('This script is none of the app');
    },
  });
}
