/** The style of the sign-in pages: the manager's colours, without its fonts. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(oklch(0.966 0.0035 85), oklch(0.178 0.004 75));
  --sheet: light-dark(oklch(0.996 0.0012 85), oklch(0.212 0.004 75));
  --field: light-dark(oklch(1 0 0), oklch(0.185 0.004 75));
  --line: light-dark(oklch(0.898 0.004 85), oklch(0.296 0.005 75));
  --line-control: light-dark(oklch(0.64 0.008 85), oklch(0.545 0.008 75));
  --text: light-dark(oklch(0.235 0.006 75), oklch(0.928 0.004 85));
  --text-2: light-dark(oklch(0.43 0.007 75), oklch(0.765 0.005 85));
  --ink: light-dark(oklch(0.438 0.108 250), oklch(0.795 0.088 244));
  --ink-fill: light-dark(oklch(0.438 0.108 250), oklch(0.546 0.112 249));
  --on-ink: oklch(0.99 0.004 250);
  --danger: light-dark(oklch(0.505 0.165 27), oklch(0.765 0.125 25));
  --danger-soft: light-dark(oklch(0.952 0.022 25), oklch(0.275 0.032 25));
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem;
  background: var(--canvas); color: var(--text);
  font: 0.9375rem/1.45 Inter, system-ui, sans-serif;
}
main {
  width: min(100%, 24rem); padding: 2rem; background: var(--sheet);
  border: 1px solid var(--line); border-radius: 12px;
}
.mark { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1.5rem; color: var(--ink); font: 1.125rem/1 Georgia, serif; }
h1 { margin: 0 0 0.25rem; font: 1.5rem/1.25 Georgia, serif; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.lead, .quiet { color: var(--text-2); }
.problem { padding: 0.75rem; border-radius: 6px; background: var(--danger-soft); color: var(--danger); }
label { display: block; margin: 1rem 0 0.25rem; font-weight: 530; }
input { width: 100%; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--line-control); border-radius: 6px; }
button, .button { min-height: 2.25rem; padding: 0 1rem; font: inherit; font-weight: 530; color: var(--text); background: var(--sheet); border: 1px solid var(--line-control); border-radius: 6px; cursor: pointer; }
.primary { color: var(--on-ink); background: var(--ink-fill); border-color: transparent; }
form > .primary { width: 100%; margin-top: 1.5rem; }
.button { display: grid; place-items: center; width: 100%; text-decoration: none; }
[hidden] { display: none; }
.passkey { width: 100%; margin-top: 0.75rem; }
form + .provider { margin-top: 1.5rem; }
.dots { max-width: 14rem; margin: 0 auto 1rem; background: white; }
.choice { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.link { margin-top: 1rem; padding: 0; border: 0; background: none; color: var(--ink); text-decoration: underline; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`;
