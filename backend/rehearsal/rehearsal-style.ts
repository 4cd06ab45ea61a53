/** Served as `/rehearsal/rehearsal.css`, upon the look of all pages, `/look.css`, which the frontend's build makes. */
export const STYLE = `
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text); -webkit-font-smoothing: antialiased;
  font: 14px/1.5 var(--font);
}
h1, h2, h3, p { margin: 0; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; }
h2 { font-size: 16px; line-height: 24px; font-weight: 600; letter-spacing: -0.01em; }
h3 { font-size: 14px; font-weight: 600; overflow-wrap: anywhere; }
a { color: var(--brand); text-underline-offset: 3px; }
.quiet, time { color: var(--text-secondary); }
time { font-size: 12px; font-variant-numeric: tabular-nums; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 6px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 8px; padding: 8px 12px; background: var(--surface); z-index: 1; }

.top, main { max-width: 1200px; margin: 0 auto; padding: 0 32px; }
.top { padding-top: 20px; padding-bottom: 32px; }
.top > p { margin-top: 8px; max-width: 62ch; font-size: 16px; color: var(--text-secondary); }
.bar { display: flex; align-items: center; justify-content: space-between; margin-bottom: 32px; }
.brand { display: flex; align-items: center; gap: 10px; color: var(--text); font-weight: 600; text-decoration: none; }
.brand svg { display: block; }
.mark { fill: var(--brand-fill); }
.bar nav { display: none; }

main {
  display: grid; grid-template-columns: minmax(0, 1fr) 344px; gap: 32px; align-items: start; padding-bottom: 64px;
}
.heading { display: flex; align-items: baseline; justify-content: space-between; gap: 16px; margin-bottom: 16px; }
.list { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 16px; align-items: start; }
.list:empty { display: none; }
.list:not(:empty) + .empty { display: none; }

.post, aside, .empty { background: var(--surface); border: 1px solid var(--hairline); border-radius: 12px; }
.post { overflow: hidden; scroll-margin-top: 16px; }
.post:target { border-color: var(--brand); box-shadow: 0 0 0 1px var(--brand); }
.post.arrived { animation: arrive 200ms ease-out; }
@keyframes arrive { from { opacity: 0; transform: translateY(-8px); } }
.post > header { display: flex; align-items: center; gap: 10px; padding: 12px; }
.avatar {
  flex: none; width: 32px; height: 32px; border-radius: 50%; display: grid; place-items: center;
  background: var(--brand-fill); color: var(--on-brand); font-weight: 600;
}
.avatar.instagram { background: linear-gradient(45deg, #b4530a, #be185d 55%, #7c3aed); }
.who { flex: 1; min-width: 0; display: flex; flex-direction: column; line-height: 1.35; }
.who time { white-space: nowrap; }
.who strong { font-size: 13px; font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.chip {
  flex: none; padding: 2px 10px; border-radius: 999px; background: var(--brand-tint); color: var(--brand-strong);
  font-size: 12px; font-weight: 500; white-space: nowrap;
}
.stage { position: relative; }
.stage .chip { position: absolute; top: 10px; left: 10px; background: rgb(16 16 24 / 80%); color: #fff; pointer-events: none; }
.post video { display: block; width: 100%; aspect-ratio: 9 / 16; background: #0b0b12; object-fit: contain; }
.photos img { display: block; width: 100%; aspect-ratio: 4 / 5; object-fit: cover; background: var(--hairline); }
.strip { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; }
.post .strip > * { flex: 0 0 100%; width: 100%; aspect-ratio: 4 / 5; object-fit: cover; scroll-snap-align: start; background: var(--hairline); }
.photos.many { display: grid; grid-template-columns: 1fr 1fr; gap: 2px; }
.photos.many img { aspect-ratio: 1; }
.photos.many img:first-child:nth-last-child(odd) { grid-column: 1 / -1; aspect-ratio: 16 / 10; }
.story .photos img { aspect-ratio: 9 / 16; background: #0b0b12; object-fit: contain; }
.words { padding: 12px 14px 14px; display: grid; gap: 4px; }
.post > header + .words { padding-top: 0; }
.words p { white-space: pre-line; overflow-wrap: anywhere; max-height: 15em; overflow: auto; }
.comment { margin: 0; padding: 0 14px 14px; overflow-wrap: anywhere; white-space: pre-line; color: var(--text-secondary); }
.words h3 + p { color: var(--text-secondary); }

.empty { display: grid; justify-items: center; gap: 16px; padding: 64px 24px; text-align: center; border-style: dashed; }
.empty p { max-width: 40ch; color: var(--text-secondary); }
.empty strong { display: block; color: var(--text); font-size: 16px; font-weight: 600; }
.sheet { fill: var(--brand-tint); stroke: var(--brand); stroke-width: 1.500; }
.play { fill: var(--brand); }
.line { stroke: var(--hairline); stroke-width: 2; stroke-linecap: round; }
.primary {
  padding: 9px 16px; border-radius: 8px; background: var(--brand-fill); color: var(--on-brand); font-weight: 500; text-decoration: none;
}
.primary:hover { background: var(--brand-fill-hover); }

aside { padding: 20px 0 4px; position: sticky; top: 16px; scroll-margin-top: 16px; }
aside > h2, aside > p, #chooser { margin-left: 20px; margin-right: 20px; }
.note { margin-top: 12px; padding: 10px 12px; border-radius: 8px; background: var(--info-tint); color: var(--info-text); font-size: 13px; }
#chooser { margin-top: 16px; margin-bottom: 8px; }
label { display: block; margin-bottom: 4px; font-size: 12px; font-weight: 500; color: var(--text-secondary); }
.choice { display: flex; gap: 8px; }
.small { margin-top: 6px; font-size: 12px; font-variant-numeric: tabular-nums; }
select, .plain {
  font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--outline); border-radius: 8px;
  min-height: 40px; padding: 0 12px;
}
select { flex: 1; min-width: 0; width: 100%; text-overflow: ellipsis; }
.js .choice .plain { display: none; }
.faults { list-style: none; margin: 0; padding: 0; }
.faults li { border-top: 1px solid var(--hairline); padding: 14px 20px; }
.faults li:first-child { border-top: 0; }
.faults li.on { background: var(--warning-tint); border-color: var(--hairline); }
.faults li.on + li { border-color: var(--hairline); }
.faults li:last-child { border-radius: 0 0 11px 11px; }
.faults form { display: flex; gap: 16px; align-items: flex-start; justify-content: space-between; }
.faults p { font-size: 13px; line-height: 1.45; color: var(--text-secondary); margin-top: 2px; }
.faults .state, .faults .state time { color: var(--warning-text); font-weight: 500; font-size: 13px; }
.faults .state { margin-top: 6px; }
.faults .state::before {
  content: ''; display: inline-block; width: 7px; height: 7px; margin-right: 7px; border-radius: 50%;
  background: currentColor; vertical-align: 1px;
}
.switch {
  position: relative; flex: none; width: 40px; height: 24px; margin-top: 2px; padding: 0; border: 0; border-radius: 999px;
  background: var(--outline); cursor: pointer; transition: background 150ms;
}
.switch:focus-visible { border-radius: 999px; }
.switch::before { content: ''; position: absolute; inset: -10px; }
.switch::after {
  content: ''; position: absolute; top: 3px; left: 3px; width: 18px; height: 18px; border-radius: 50%; background: #fff;
  transition: transform 150ms;
}
.switch[aria-checked='true'] { background: var(--brand-fill); }
.switch[aria-checked='true']::after { transform: translateX(16px); }
.switch:disabled { opacity: 0.6; cursor: default; }

main.dialog { display: block; max-width: 720px; margin: 0 auto; }
.top:has(+ main.dialog) { max-width: 720px; }
.person { margin-bottom: 24px; color: var(--text-secondary); }
fieldset { margin: 0 0 24px; padding: 16px 20px; background: var(--surface); border: 1px solid var(--hairline); border-radius: 12px; }
legend { padding: 0 6px; font-weight: 600; }
.tick { display: flex; align-items: center; gap: 12px; min-height: 40px; }
.tick input { flex: none; width: 20px; height: 20px; accent-color: var(--brand-fill); }
.tick + .tick { border-top: 1px solid var(--hairline); }
.tick label { flex: 1; min-width: 0; margin: 0; padding: 10px 0; display: flex; flex-wrap: wrap; gap: 0 16px; justify-content: space-between; font-size: 14px; color: var(--text); overflow-wrap: anywhere; }
.answers { display: flex; flex-wrap: wrap; gap: 12px; }
button.primary, button.plain { min-height: 40px; border: 0; font: inherit; font-weight: 500; cursor: pointer; }
button.plain { border: 1px solid var(--outline); }

@media (min-width: 900px) and (max-height: 820px) { aside { position: static; } }
@media (max-width: 899px) {
  .top, main { padding-left: 16px; padding-right: 16px; }
  .bar { margin-bottom: 24px; }
  .bar nav { display: block; }
  main { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 599px) {
  .top { padding-bottom: 24px; }
  .list { grid-template-columns: minmax(0, 1fr); }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
`;
