// The page's policy demands trusted types: text becomes a script's address only here, and never markup (what people wrote
// goes through the sanitiser, which gives nodes). Invariant: only scripts that lie where the app lies are loaded.

/** Before a worker is started. The sanitiser has a policy of its own, under the name that the page's policy allows. */
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
