import { drawingCss, managerProperties } from './drawing-css.ts';

/**
 * The style of static views: colours for a light and a dark ground by the `color-scheme` around them, or by `mf-light` and
 * `mf-dark`; all names begin with `mf`.
 */
export const staticCss = `.mf{display:block;position:relative;container-type:inline-size;margin:1em 0;
--mf-panel:light-dark(#fff,#181d25);--mf-sunken:light-dark(#f8f9fb,#141921);--mf-line:light-dark(#dfe3e8,#29313c);--mf-edge:light-dark(#bcc4ce,#465161);
--mf-ink:light-dark(#1c2430,#e4e9f0);--mf-soft:light-dark(#566170,#a3adba);--mf-accent:light-dark(#2457d6,#7ba6ff);
--mf-bad:light-dark(#b3261e,#ff8f85);--mf-bad-bg:light-dark(#fdf0ee,#341b1a);--mf-warn-bg:light-dark(#fdf4e0,#2e2614);
--mf-faint:light-dark(#5f6b7b,#8b96a5);--mf-warn:light-dark(#815400,#f0c060);--mf-comment:var(--mf-faint);--mf-tint:15%;
--mf-key:light-dark(#0b4f8a,#8cc4ff);--mf-string:light-dark(#0f6b3c,#8fdcae);--mf-number:light-dark(#a04a00,#ffbd85);
${managerProperties}
--mf-mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;
border:1px solid var(--mf-edge);border-radius:8px;overflow:hidden;background:var(--mf-panel);color:var(--mf-ink);font:13px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;text-align:start}
${drawingCss}.mf-light{color-scheme:light}.mf-dark{color-scheme:dark}
.mf *{box-sizing:border-box}
.mf :is(p,ul,ol,dl,dd,table,pre):not(:where(.mf-text)){margin:0;padding:0}
.mf :is(ul,ol){list-style:none}
.mf li{margin:0}
.mf-caption{padding:8px 12px;border-bottom:1px solid var(--mf-line);background:none;color:inherit;font-size:13px;text-align:start}
.mf-caption p,.mf small,.mf-place,.mf-sent summary{color:var(--mf-soft)}
.mf :is(code,pre):not(:where(.mf-text)){padding:0;border:0;background:none;color:inherit;font:12px/1.45 var(--mf-mono);overflow-wrap:anywhere;white-space:pre-wrap}
.mf small{font-size:12px}
.mf-steps>li+li{border-top:1px solid var(--mf-line)}
.mf-steps>li>details>summary{display:flex;gap:8px;align-items:center;padding:8px 12px}
.mf summary{cursor:pointer}
.mf-steps [open]>summary{background:var(--mf-sunken)}
.mf-who{flex:1;min-width:0;overflow-wrap:anywhere}
.mf-badge{padding:0 8px;border-radius:999px;background:var(--mf-line);font-size:11px;line-height:18px;white-space:nowrap}
.mf-worse{background:var(--mf-bad-bg);color:var(--mf-bad);font-weight:600}
.mf .mf-note{padding:8px 12px}
.mf :is(.mf-notice,.mf-nothing){padding:6px 12px;border-top:1px solid var(--mf-line);color:var(--mf-soft)}
.mf :is(.mf-bad,.mf-warned){padding:8px 12px;border-top:1px solid var(--mf-line);background:var(--mf-bad-bg)}
.mf .mf-warned{background:var(--mf-warn-bg)}
.mf-bad>p{color:var(--mf-bad)}
.mf .mf-said{display:block;margin:4px 0 6px}
.mf .mf-terminal{padding:8px 12px;border-top:1px solid var(--mf-line);background:var(--mf-sunken)}
.mf table{display:table;width:100%;border-collapse:collapse;font-size:12px}
.mf tr{border:0;background:none}
.mf :is(th,td){padding:4px 12px 4px 0;border:0;background:none;text-align:start;vertical-align:top;font-weight:400}
.mf tr.mf-picked{background:color-mix(in srgb,var(--mf-accent) 9%,transparent)}
.mf tbody tr{border-top:1px solid var(--mf-line)}
.mf thead th{color:var(--mf-soft)}
.mf-code{padding:6px 0;border-top:1px solid var(--mf-line)}
.mf-mark{margin-inline-end:6px;vertical-align:baseline}.mf summary .mf-mark{margin:0}
.mf .mf-legend{display:flex;flex-wrap:wrap;gap:4px 16px;padding:8px 12px;border-top:1px solid var(--mf-line)}
.mf-legend :is(li,button)>b{margin-inline-end:6px;overflow-wrap:anywhere}
.mf :is(.mf-owner,.mf-who,th,li,button)>b{font:600 12px var(--mf-mono)}
.mf-sent{border-top:1px solid var(--mf-line)}.mf-sent summary{padding:6px 12px;font-size:12px}
.mf .mf-foot{padding:8px 12px;border-top:1px solid var(--mf-line);font-size:12px;text-align:end}
.mf a{color:var(--mf-accent)}
.mf :focus-visible{outline:2px solid var(--mf-accent);outline-offset:-2px}
@container (max-width:480px){.mf .mf-box{right:0;width:auto;max-width:none}.mf .mf-hint{margin-left:0}.mf thead{display:none}.mf tbody :is(tr,th,td){display:block}.mf-conflicts td>:is(code,pre){display:inline}.mf td::before{content:attr(data-head) ": ";color:var(--mf-soft)}}
@media print{.mf{overflow:visible;border-color:#999;color-scheme:light!important}.mf-line{break-inside:avoid}.mf :is(.mf-tint,.mf-box,.mf-bar,.mf-mark,.mf-bad){print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
