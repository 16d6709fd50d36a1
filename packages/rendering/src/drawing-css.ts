import { boxColumns } from './lines.ts';

/** A colour on a light and on a dark ground, as CSS writes it; one for both where they are the same. */
type Colour = readonly [light: string, dark: string] | readonly [both: string];

/**
 * The colours of managers, and of the letter on each: the hues of Okabe and Ito, as far apart in lightness as both
 * grounds allow, so that no two look alike to those who do not see red, green or blue.
 */
const managerColours: readonly (readonly [colour: Colour, letter: Colour])[] = [
  [
    ['#0760a2', '#42a3e4'],
    ['#ffffff', '#10151c'],
  ],
  [['#e46810', '#c36c02'], ['#10151c']],
  [['#2a967b', '#2de3b5'], ['#10151c']],
  [['#810d5d', '#a94999'], ['#ffffff']],
  [
    ['#504f00', '#ffe330'],
    ['#ffffff', '#10151c'],
  ],
  [
    ['#1395d6', '#2569d5'],
    ['#10151c', '#ffffff'],
  ],
  [
    ['#9a5e00', '#f4a23a'],
    ['#ffffff', '#10151c'],
  ],
  [
    ['#181b1f', '#edf5fd'],
    ['#ffffff', '#10151c'],
  ],
];

const css = ([light, dark]: Colour) => (dark === undefined ? light : `light-dark(${light},${dark})`);

/** The colours of managers as custom properties: `--mf-m0` and so on, and `--mf-i0` for the letter on each. */
export const managerProperties = managerColours
  .map(([colour, letter], index) => `--mf-m${index}:${css(colour)};--mf-i${index}:${css(letter)};`)
  .join('');

/** A manager's colour (c), that of a second owner (d), and the ink of the letter on it (i). */
const inks = managerColours
  .map((_, n) => `.mf-c${n}{--c:var(--mf-m${n});--i:var(--mf-i${n})}.mf-d${n}{--d:var(--mf-m${n})}\n`)
  .join('');

/** Where boxes stand in views that may not set inline styles. */
const boxPlaces = Array.from(
  { length: boxColumns + 1 },
  (_, n) => `.mf-at-${n}{--mf-x:${n}ch}.mf-by-${n}{--mf-w:${n}ch}`,
).join('');

/**
 * How annotated texts and marks look, in page, embed and static views. Colours are custom properties whose names begin
 * with `--mf-`, which the page and the root of a static view set.
 */
export const drawingCss = `.mf-code{font:12.5px/20px var(--mf-mono);tab-size:2;--mf-gutter:6px;--mf-digits:40px;--mf-digits-gap:10px}
.mf-lanes-1{--mf-gutter:18px}.mf-lanes-2{--mf-gutter:34px}.mf-lanes-3{--mf-gutter:56px}
.mf-line{display:grid;grid-template-columns:var(--mf-digits) var(--mf-gutter) 1fr;height:20px;padding-right:16px}
.mf-line-number{padding-right:var(--mf-digits-gap);color:var(--mf-faint);font-size:11px;text-align:right;user-select:none}
.mf-gutter{position:relative;user-select:none}
.mf-text{position:relative;margin:0;padding-left:6px;font:inherit;white-space:pre}
:is(.mf-hint,.mf-left-out,.mf-line-note,.mf-line-fold){color:var(--mf-faint);font-size:11px;user-select:none}
:is(.mf-hint,.mf-line-note){padding-left:16px}.mf-hint{margin-left:calc(var(--mf-x,0ch)*12.5/11)}
.mf-line-note::before{content:"\\26A0\\FE0E\\A0\\A0"}
.mf-details>summary{list-style:none}.mf-details>summary::-webkit-details-marker{display:none}
.mf-details .mf-line-fold::before{content:" ▸ "}.mf-details[open]>summary .mf-line-fold::before{content:" ▾ "}
.mf-wrap{--mf-digits:30px;--mf-digits-gap:6px}
.mf-digits-4.mf-wrap{--mf-digits:36px}.mf-digits-5{--mf-digits:50px}.mf-digits-5.mf-wrap{--mf-digits:44px}
.mf-wrap .mf-line{grid-template-columns:var(--mf-digits) var(--mf-gutter) minmax(0,1fr);height:auto;min-height:20px;padding-right:8px}
.mf-wrap[role=listbox] .mf-line{contain-intrinsic-height:auto 20px;content-visibility:auto}
.mf-wrap .mf-text{overflow-wrap:anywhere;white-space:pre-wrap}
:where(.mf-code[role=listbox]) .mf-line:hover{background:color-mix(in srgb,var(--mf-accent) 4%,transparent)}
:is(.mf-error,.mf-conflict){background:var(--mf-bad-bg);box-shadow:inset 2px 0 var(--mf-bad)}
.mf-warning{background:var(--mf-warn-bg);box-shadow:inset 2px 0 var(--mf-warn)}
:is(.mf-error,.mf-conflict) .mf-line-note{color:var(--mf-bad)}.mf-warning .mf-line-note{color:var(--mf-warn)}
.mf-code .mf-line.mf-picked{background:color-mix(in srgb,var(--mf-accent) 9%,transparent)}
.mf-code .mf-line.mf-lit{background:color-mix(in srgb,var(--mf-accent) 14%,transparent)}
.mf-code:focus-visible .mf-current{box-shadow:inset 2px 0 var(--mf-accent)}
.mf-t-key{color:var(--mf-key)}.mf-t-string{color:var(--mf-string)}.mf-t-number{color:var(--mf-number)}.mf-t-soft{color:var(--mf-soft)}
.mf-t-comment{color:var(--mf-comment);font-style:italic}
.mf-tint{border-radius:4px;background:color-mix(in srgb,var(--c) var(--mf-tint),transparent)}
:where(.mf-line) .mf-tint{margin:-1px -2px;padding:1px 2px}
.mf-shared{background:linear-gradient(90deg,color-mix(in srgb,var(--c) 18%,transparent) 50%,color-mix(in srgb,var(--d) 18%,transparent) 50%)}
.mf-unowned :where(.mf-t-string,.mf-t-number){color:var(--mf-soft)}
:is(.mf-default,.mf-admitted){text-decoration:underline dotted 1px color-mix(in srgb,var(--mf-faint) 70%,transparent);text-underline-offset:4px}.mf-admitted{text-decoration-style:dashed;text-decoration-color:var(--mf-soft)}
.mf-faded{background:none;opacity:.45}
.mf-box{position:absolute;top:0;bottom:0;left:calc(var(--mf-x) - 3px);width:calc(var(--mf-w) + 6px);margin-left:6px;border:0 solid color-mix(in srgb,var(--c) 65%,transparent);border-width:0 1px;pointer-events:none}
.mf-box-first{top:1px;border-top-width:1px;border-radius:4px 4px 0 0}.mf-box-last{bottom:1px;border-bottom-width:1px;border-radius:0 0 4px 4px}.mf-box-first.mf-box-last{border-radius:4px}
.mf-wrap .mf-box{max-width:calc(100% - var(--mf-x) - 3px)}
${boxPlaces}
.mf-bar{position:absolute;top:0;bottom:0;width:13px;font-style:normal}
.mf-bar::after{position:absolute;top:0;bottom:0;left:10px;width:4px;background:var(--p),var(--c);content:""}
.mf-lane-0{left:2px}.mf-lane-1{left:18px}.mf-lane-2{left:34px}
.mf-bar b,.mf-bar-letter::before{position:absolute;top:4px;left:0;width:9px;height:12px;border-radius:2px;background:var(--c);color:var(--i);font:700 9px/12px var(--mf-mono);text-align:center}
.mf-bar em{position:absolute;top:4px;left:16px;color:var(--mf-soft);font:700 9px/12px var(--mf-mono)}
.mf-mark{display:inline-flex;flex:none;overflow:hidden;height:13px;border-radius:4px;vertical-align:1px}
.mf-mark>b:first-child{width:12px;background:var(--c);color:var(--i);font:700 9px/13px var(--mf-mono);text-align:center}
.mf-mark i{width:4px;margin-left:1px;background:var(--p),var(--c)}
.mf-mark-none>b:first-child{background:none;color:var(--mf-soft)}
.mf-hidden-character{padding:0 2px;border:1px solid;border-radius:4px;color:var(--mf-bad);font-size:11px}.mf-isolated{unicode-bidi:isolate}
.mf-facts{display:grid;grid-template-columns:var(--mf-terms,92px) minmax(0,1fr);gap:4px 10px}.mf-facts dt{color:var(--mf-faint)}.mf-facts dd{grid-column:2;margin:0;overflow-wrap:anywhere}.mf-facts :is(small,code){font-size:12px}.mf-facts small{color:var(--mf-soft)}
.mf-owner{display:block;overflow-wrap:anywhere}.mf-owner small{margin-inline-start:6px}.mf-owner>.mf-mark,.mf-conflicts .mf-mark{margin-inline-end:6px}
.mf-owner>b,.mf-conflicts th>b{color:var(--mf-ink);font:600 12px var(--mf-mono)}
.mf-conflicts{width:100%;border-collapse:collapse;font-size:12px;table-layout:fixed}.mf-conflicts :is(th,td){padding:6px 12px;text-align:start;vertical-align:top;overflow-wrap:anywhere}
.mf-conflicts thead th{width:30%;padding-bottom:2px;color:var(--mf-faint);font-size:11px;font-weight:600}.mf-conflicts thead th:first-child{width:28%}.mf-conflicts thead th:nth-child(2){width:42%}
.mf-conflicts tbody th{font:12px var(--mf-mono)}.mf-conflicts tbody tr+tr{border-top:1px solid var(--mf-line)}.mf-conflicts .mf-owner{display:flex;flex-wrap:wrap;align-items:center;gap:0 6px}.mf-conflicts .mf-owner>*{margin:0}.mf-conflicts :is(code,pre){display:block;font:12px/1.45 var(--mf-mono)}.mf-conflicts small{color:var(--mf-soft);font-size:12px}.mf-conflicts th small{display:block;font-family:inherit}
.mf-link{padding:0;border:0;border-radius:4px;background:none;color:var(--mf-accent);overflow-wrap:anywhere;text-align:start}.mf-link:hover{text-decoration:underline}
.mf-aloud{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);user-select:none;white-space:nowrap}
${inks}.mf-p0{--p:none}.mf-p1{--p:repeating-linear-gradient(135deg,transparent 0 2.5px,var(--mf-panel) 2.5px 4px)}.mf-p2{--p:repeating-linear-gradient(0deg,transparent 0 4px,var(--mf-panel) 4px 6px)}.mf-p3{--p:repeating-linear-gradient(45deg,transparent 0 1.5px,var(--mf-panel) 1.5px 4px)}.mf-p4{--p:linear-gradient(90deg,transparent 0 34%,var(--mf-panel) 34% 66%,transparent 66%)}.mf-p5{--p:repeating-linear-gradient(0deg,transparent 0 1.5px,var(--mf-panel) 1.5px 3px)}
@media (forced-colors:active){:is(.mf-bar,.mf-bar-letter,.mf-mark){forced-color-adjust:none}
.mf-tint:not(.mf-faded){outline:1px dotted CanvasText}.mf-shared:not(.mf-faded){outline:3px double CanvasText;outline-offset:-2px}
.mf-line:is(.mf-error,.mf-conflict){outline:2px solid CanvasText;outline-offset:-2px}.mf-warning{outline:2px dashed CanvasText;outline-offset:-2px}
:is(.mf-picked,.mf-current){outline:2px solid Highlight;outline-offset:-2px}}
`;
