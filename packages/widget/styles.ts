/** Pages set the properties of `:host`, or style the parts: `antecede-search::part(hit)`. */
export const styles = `
:host {
  --antecede-accent: light-dark(#1d4d8c, #8fb8f0);
  --antecede-on-accent: light-dark(#fff, #10203a);
  --antecede-text: light-dark(#1a1a1a, #ececea);
  --antecede-soft: light-dark(#5a5a58, #a9a9a4);
  --antecede-surface: light-dark(#fff, #171716);
  --antecede-line: light-dark(#8a8a86, #6d6d69);
  --antecede-mark: light-dark(#fdf0bf, #4b421c);
  --antecede-font: inherit;
  --antecede-radius: 6px;
  display: block;
  container-type: inline-size;
  color: var(--antecede-text);
  font-family: var(--antecede-font);
  line-height: 1.45;
}
:host([theme]) { background: var(--antecede-surface); }
:host([theme='auto']) { color-scheme: light dark; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
form { display: flex; gap: 8px; }
input[type='search'] {
  flex: 1;
  min-width: 0;
  padding: 9px 12px;
  font: inherit;
  color: inherit;
  background: transparent;
  border: 1px solid var(--antecede-line);
  border-radius: var(--antecede-radius);
}
input::placeholder { color: var(--antecede-soft); opacity: 1; }
button {
  padding: 9px 14px;
  font: inherit;
  color: var(--antecede-accent);
  background: transparent;
  border: 1px solid var(--antecede-line);
  border-radius: var(--antecede-radius);
  cursor: pointer;
}
form button {
  color: var(--antecede-on-accent);
  background: var(--antecede-accent);
  border-color: var(--antecede-accent);
}
:focus-visible { outline: 2px solid var(--antecede-accent); outline-offset: 2px; }
[part='status'] { margin: 12px 0; color: var(--antecede-soft); font-size: 0.9em; }
[part='body'] { display: grid; gap: 24px; }
@container (min-width: 640px) {
  [part='body']:has([part='facets']:not([hidden])) { grid-template-columns: 220px minmax(0, 1fr); }
}
summary { cursor: pointer; color: var(--antecede-soft); margin-bottom: 10px; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 4px; font-weight: 600; }
label { display: flex; gap: 8px; align-items: baseline; padding: 3px 0; overflow-wrap: anywhere; }
label input { accent-color: var(--antecede-accent); margin: 0; align-self: center; flex: none; }
label span:last-child { margin-inline-start: auto; color: var(--antecede-soft); font-variant-numeric: tabular-nums; }
ol { margin: 0; padding: 0; list-style: none; }
li { padding: 14px 0; border-top: 1px solid color-mix(in srgb, var(--antecede-line) 40%, transparent); }
li:first-child { border-top: 0; padding-top: 0; }
[part='title'] { font-weight: 600; font-size: 1.05em; color: var(--antecede-accent); overflow-wrap: anywhere; }
button[part='title'] { padding: 0; border: 0; text-align: start; }
a[part='title'] { text-decoration: none; }
a[part='title']:hover, button[part='title']:hover { text-decoration: underline; }
p { margin: 4px 0 0; overflow-wrap: anywhere; }
[part='field'] { color: var(--antecede-soft); font-size: 0.9em; }
[part='field'] + [part='field']::before { content: ' · '; }
mark { background: var(--antecede-mark); color: inherit; }
[part='more'] { margin-top: 16px; }
`;
