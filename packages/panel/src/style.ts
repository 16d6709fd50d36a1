/** The style of the panel, beside that of static views, whose colours it uses. */
export const panelCss = `.mf-panel{display:block;font:13px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.mf-panel>*{margin:0 0 12px}.mf-status{margin:0;color:light-dark(#566170,#a3adba)}.mf-status:empty{display:none}
.mf-panel .mf{margin:0 0 12px}
.mf .mf-found>li{padding:8px 12px}.mf .mf-found>li+li{border-top:1px solid var(--mf-line)}
.mf .mf-soft{color:var(--mf-soft)}
.mf-table{overflow-x:auto;padding:0 12px}.mf .mf-table td{overflow-wrap:anywhere;padding:6px 12px 6px 0}
.mf .mf-badge{display:inline-block}
.mf .mf-takes{background:var(--mf-warn-bg);color:var(--mf-warn)}
.mf button{padding:4px 12px;border:1px solid var(--mf-edge);border-radius:6px;background:var(--mf-sunken);color:var(--mf-ink);font:inherit;cursor:pointer}
.mf .mf-note>p{margin-top:8px}.mf .mf-note>p:empty{display:none}
.mf-ends{padding:8px 12px}.mf .mf-ends>ul,.mf.mf-ends>ul{margin-top:8px;padding-inline-start:20px;list-style:disc}
.mf a{text-decoration:underline;overflow-wrap:anywhere}
`;
