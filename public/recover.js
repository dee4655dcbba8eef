/* Sends a plain address that a file server does not know (…/doc/42) to the same place in the app (…/#/doc/42).
   Runs only on 404.html; the folder this file was found in is where the app begins. */
(() => {
  const home = new URL('.', document.currentScript.src);
  if (!location.pathname.startsWith(home.pathname)) return;
  const place = location.pathname.slice(home.pathname.length);
  location.replace(`${home.href}#/${place}${location.search}`);
})();
