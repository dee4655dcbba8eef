/** The only script of the sign-in pages, needed for passkeys. Without it the pages still work. */
export const passkeyScript = `
const form = document.querySelector('form[data-passkey]');
const problem = form.querySelector('[role=alert]');
const canBeUsed = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON;
const usePasskey = async () => {
  problem.hidden = true;
  try {
    const answer = await fetch(form.dataset.passkey, { method: 'POST' });
    if (!answer.ok) throw new Error(String(answer.status));
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await answer.json());
    const credential = await navigator.credentials.get({ publicKey });
    form.elements.passkey_response.value = JSON.stringify(credential);
    form.submit();
  } catch {
    problem.hidden = false;
  }
};
form.addEventListener('submit', (event) => {
  event.preventDefault();
  usePasskey();
});
if (canBeUsed) {
  form.hidden = false;
  if ('atOnce' in form.dataset) usePasskey();
}
`;
