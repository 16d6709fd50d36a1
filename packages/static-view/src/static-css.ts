/**
 * The style of static views: colours for a light and a dark ground by the reader's system, or by `mf-light` and `mf-dark`;
 * all names begin with `mf`. A host may set `color-scheme` on `.mf` to follow a switch of its own.
 */
export const staticCss = `.mf{position:relative;color-scheme:light dark;container-type:inline-size;margin:1em 0;
--mf-panel:light-dark(#fff,#181d25);--mf-sunken:light-dark(#f8f9fb,#141921);--mf-line:light-dark(#dfe3e8,#29313c);--mf-edge:light-dark(#bcc4ce,#465161);
--mf-ink:light-dark(#1c2430,#e4e9f0);--mf-soft:light-dark(#566170,#a3adba);--mf-accent:light-dark(#2457d6,#7ba6ff);
--mf-bad:light-dark(#b3261e,#ff8f85);--mf-bad-bg:light-dark(#fdf0ee,#341b1a);--mf-warn-bg:light-dark(#fdf4e0,#2e2614);
--mf-m0:light-dark(#0760a2,#42a3e4);--mf-m1:light-dark(#e46810,#c36c02);--mf-m2:light-dark(#2a967b,#2de3b5);--mf-m3:light-dark(#810d5d,#a94999);
--mf-m4:light-dark(#504f00,#ffe330);--mf-m5:light-dark(#1395d6,#2569d5);--mf-m6:light-dark(#9a5e00,#f4a23a);--mf-m7:light-dark(#181b1f,#edf5fd);
--mf-mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;
border:1px solid var(--mf-edge);border-radius:9px;overflow:hidden;background:var(--mf-panel);color:var(--mf-ink);font:13px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;text-align:start}
.mf-light{color-scheme:light}.mf-dark{color-scheme:dark}
.mf *{box-sizing:border-box}
.mf :is(p,ul,ol,dl,dd,table,pre){margin:0;padding:0}
.mf :is(ul,ol){list-style:none}
.mf li{margin:0}
.mf figcaption{padding:9px 12px;border-bottom:1px solid var(--mf-line);background:none;color:inherit;font-size:13px;text-align:start}
.mf figcaption p,.mf small,.mf-place,.mf-sent summary{color:var(--mf-soft)}
.mf :is(code,pre){padding:0;border:0;background:none;color:inherit;font:12px/1.5 var(--mf-mono);overflow-wrap:anywhere;white-space:pre-wrap}
.mf small{font-size:12px}
.mf-steps>li+li{border-top:1px solid var(--mf-line)}
.mf-steps>li>details>summary{display:flex;gap:8px;align-items:center;padding:7px 12px}
.mf summary{cursor:pointer}
.mf-steps [open]>summary{background:var(--mf-sunken)}
.mf-who{flex:1;min-width:0;overflow-wrap:anywhere}
.mf-badge{padding:0 7px;border-radius:9px;background:var(--mf-line);font-size:11px;line-height:18px;white-space:nowrap}
.mf-worse{background:var(--mf-bad-bg);color:var(--mf-bad);font-weight:600}
.mf .mf-note{padding:8px 12px}
.mf :is(.mf-notice,.mf-nothing){padding:6px 12px;border-top:1px solid var(--mf-line);color:var(--mf-soft)}
.mf :is(.mf-bad,.mf-warned){padding:9px 12px;border-top:1px solid var(--mf-line);background:var(--mf-bad-bg)}
.mf .mf-warned{background:var(--mf-warn-bg)}
.mf-bad>p{color:var(--mf-bad)}
.mf-said{display:block;margin:3px 0 6px}
.mf .mf-terminal{padding:9px 12px;border-top:1px solid var(--mf-line);background:var(--mf-sunken)}
.mf table{display:table;width:100%;border-collapse:collapse;font-size:12px}
.mf tr{border:0;background:none}
.mf :is(th,td){padding:4px 12px 4px 0;border:0;background:none;text-align:start;vertical-align:top;font-weight:400}
.mf tbody tr{border-top:1px solid var(--mf-line)}
.mf thead th{color:var(--mf-soft)}
.mf-owner{display:block;overflow-wrap:anywhere}
.mf-owner small{margin-inline-start:5px}
.mf-code{position:relative;padding:6px 0;border-top:1px solid var(--mf-line);font:12.5px/20px var(--mf-mono);tab-size:2;--mf-gut:6px}
.mf-lanes1{--mf-gut:20px}.mf-lanes2{--mf-gut:36px}.mf-lanes3{--mf-gut:56px}
.mf-line{display:grid;grid-template-columns:34px var(--mf-gut) minmax(0,1fr);min-height:20px}
.mf-n{padding-inline-end:6px;color:var(--mf-soft);font-size:11px;text-align:end;user-select:none}
.mf-g{position:relative;user-select:none}
.mf-t{padding:0 8px 0 6px;overflow-wrap:anywhere;white-space:pre-wrap}
.mf-hint{padding-inline-start:14px;color:var(--mf-soft);font-size:11px}
.mf-fold>summary{list-style:none}.mf-fold>summary::-webkit-details-marker{display:none}
.mf-fold .mf-hint::before{content:"▸ "}.mf-fold[open] summary .mf-hint::before{content:"▾ "}
.mf-k{color:light-dark(#0b4f8a,#8cc4ff)}.mf-s{color:light-dark(#0f6b3c,#8fdcae)}.mf-v{color:light-dark(#a04a00,#ffbd85)}.mf-x{color:var(--mf-soft);font-style:italic}
.mf-own{margin:-1px -2px;padding:1px 2px;border-radius:3px;background:color-mix(in srgb,var(--c) 15%,transparent);box-decoration-break:clone;-webkit-box-decoration-break:clone}
.mf-both{background:linear-gradient(90deg,color-mix(in srgb,var(--c) 18%,transparent) 50%,color-mix(in srgb,var(--d) 18%,transparent) 50%)}
.mf-whole{box-shadow:inset 0 0 0 1px color-mix(in srgb,var(--c) 60%,transparent)}
.mf-free :is(.mf-s,.mf-v){color:var(--mf-soft)}
.mf-default{text-decoration:underline dotted color-mix(in srgb,var(--mf-soft) 60%,transparent) 1px;text-underline-offset:4px}
.mf-faded{background:none;box-shadow:none;opacity:.5}
.mf-ctl{padding:0 2px;border:1px solid;border-radius:3px;color:var(--mf-bad);font-size:10px}
.mf-bar{position:absolute;top:0;bottom:0;width:13px}
.mf-bar::after{position:absolute;top:0;bottom:0;left:10px;width:4px;background:var(--p),var(--c);content:""}
.mf-lane0{left:2px}.mf-lane1{left:18px}.mf-lane2{left:34px}
.mf-bar b,.mf-mark b{display:block;width:12px;border-radius:2px;background:var(--c);color:var(--i);font:700 9px/12px var(--mf-mono);text-align:center}
.mf-bar b{position:absolute;top:4px;width:9px}
.mf-bar em{position:absolute;top:4px;left:16px;color:var(--mf-soft);font:700 9px/12px var(--mf-mono)}
.mf-mark{display:inline-flex;flex:none;margin-inline-end:5px}
.mf-mark i{width:4px;height:12px;background:var(--p),var(--c)}
.mf-none b{background:none;color:var(--mf-soft)}.mf summary .mf-mark{margin:0}
.mf .mf-legend{display:flex;flex-wrap:wrap;gap:4px 14px;padding:7px 12px;border-top:1px solid var(--mf-line)}
.mf-legend b{margin-inline-end:5px;overflow-wrap:anywhere}
.mf :is(.mf-legend,.mf-owner,.mf-who,th) b{font:600 12px var(--mf-mono)}
.mf :is(.mf-bar,.mf-mark) b{font:700 9px/12px var(--mf-mono);margin:0}
.mf-sent{border-top:1px solid var(--mf-line)}.mf-sent summary{padding:5px 12px;font-size:12px}
.mf .mf-foot{padding:7px 12px;border-top:1px solid var(--mf-line);font-size:12px;text-align:end}
.mf a{color:var(--mf-accent)}
.mf :focus-visible{outline:2px solid var(--mf-accent);outline-offset:-2px}
.mf-aloud{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
${inks()}.mf-p0{--p:none}.mf-p1{--p:repeating-linear-gradient(135deg,transparent 0 2.5px,var(--mf-panel) 2.5px 4px)}.mf-p2{--p:repeating-linear-gradient(0deg,transparent 0 4px,var(--mf-panel) 4px 6px)}.mf-p3{--p:repeating-linear-gradient(45deg,transparent 0 1.5px,var(--mf-panel) 1.5px 4px)}.mf-p4{--p:linear-gradient(90deg,transparent 0 34%,var(--mf-panel) 34% 66%,transparent 66%)}.mf-p5{--p:repeating-linear-gradient(0deg,transparent 0 1.5px,var(--mf-panel) 1.5px 3px)}
@container (max-width:480px){.mf thead{display:none}.mf tbody :is(tr,th,td){display:block}.mf td::before{content:attr(data-head) ": ";color:var(--mf-soft)}.mf-line{grid-template-columns:24px var(--mf-gut) minmax(0,1fr)}}
@media (forced-colors:active){.mf-bar,.mf-mark{forced-color-adjust:none}.mf-own{outline:1px dotted}.mf-both{outline:3px double}}
@media print{.mf{overflow:visible;border-color:#999;color-scheme:light}.mf-line{break-inside:avoid}.mf :is(.mf-own,.mf-bar,.mf-mark,.mf-bad){print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;

/** A manager's colour (c), that of a second owner (d), and the ink of the letter on it (i). */
function inks(): string {
  // The grounds on which the letter is light: always, never, or by the theme.
  const letters = ['#fff,#10151c', '', '', '#fff,#fff', '#fff,#10151c', '#10151c,#fff', '#fff,#10151c', '#fff,#10151c'];
  return letters
    .map((ink, colour) => {
      const letter = ink === '' ? '#10151c' : `light-dark(${ink})`;
      return `.mf-c${colour}{--c:var(--mf-m${colour});--i:${letter}}.mf-d${colour}{--d:var(--mf-m${colour})}\n`;
    })
    .join('');
}
