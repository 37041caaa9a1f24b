/** Tokens of app/theme.css, for a page without style sheet. Prints on A4 in light colors. */
export const style = `
:root{color-scheme:light dark;
--canvas:light-dark(oklch(0.985 0.001 286),oklch(0.178 0.006 286));--surface:light-dark(oklch(1 0 0),oklch(0.208 0.006 286));
--sunken:light-dark(oklch(0.962 0.002 286),oklch(0.15 0.005 286));--line:light-dark(oklch(0.92 0.004 286),oklch(0.288 0.007 286));
--line-strong:light-dark(oklch(0.855 0.006 286),oklch(0.385 0.009 286));
--ink:light-dark(oklch(0.21 0.006 286),oklch(0.955 0.002 286));--ink-soft:light-dark(oklch(0.475 0.014 286),oklch(0.735 0.012 286));
--accent:light-dark(oklch(0.505 0.215 277),oklch(0.765 0.115 277));--fill:light-dark(oklch(0.53 0.215 277),oklch(0.6 0.19 277));
--good:light-dark(oklch(0.47 0.115 152),oklch(0.8 0.14 154));--bad:light-dark(oklch(0.51 0.19 26),oklch(0.765 0.13 22));
--s-instagram:light-dark(oklch(0.6 0.21 355),oklch(0.72 0.17 355));--s-facebook:light-dark(oklch(0.52 0.2 262),oklch(0.66 0.16 260));
--s-x:light-dark(oklch(0.4 0.012 286),oklch(0.86 0.008 286));--s-linkedin:light-dark(oklch(0.62 0.12 230),oklch(0.76 0.11 228));
--s-pinterest:light-dark(oklch(0.63 0.19 40),oklch(0.74 0.16 48));--s-ghost:light-dark(oklch(0.6 0.13 155),oklch(0.75 0.14 155));
--s-threads:light-dark(oklch(0.5 0.21 300),oklch(0.68 0.16 300))}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:.875rem/1.45 Inter,ui-sans-serif,system-ui,sans-serif;border-top:4px solid var(--fill)}
main{max-width:64rem;margin:0 auto;padding:2rem 1.25rem 3rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.02em;margin:.25rem 0 .5rem;overflow-wrap:anywhere}
h2{font-size:1rem;margin:0 0 .5rem}h3{font-size:.875rem;line-height:1.35;margin:0;overflow-wrap:anywhere;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
p{margin:0}section{margin-top:2rem}.soft{color:var(--ink-soft)}.project{color:var(--accent);font-weight:600;overflow-wrap:anywhere}
.panel{background:var(--surface);border:1px solid var(--line);border-radius:.75rem}
dl{margin:0}dd{margin:0}.main{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.5rem}
.main>div{padding:1rem}.main .value{font-size:1.5rem;font-weight:600;line-height:1.3}
.other{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:.75rem 1rem;padding:.75rem 1rem;margin-top:.5rem}.other .value{font-size:1rem;font-weight:600}
.value,td,th{font-variant-numeric:tabular-nums}.up{color:var(--good)}.down{color:var(--bad)}.none{color:var(--ink-soft)}
.chart{padding:.75rem}.chart svg{display:block;width:100%;height:auto}svg text{fill:var(--ink-soft);font-size:11px;font-family:inherit}.chart .narrow{display:none}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.5rem 0 0;padding:0;list-style:none}.legend i{display:inline-block;width:.6rem;height:.6rem;border-radius:2px;margin-right:.4rem}
table{position:relative;width:100%;border-collapse:collapse}th,td{padding:.5rem .75rem;text-align:right;white-space:nowrap}
thead th{font-weight:500;color:var(--ink-soft)}th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere}.cards th:first-child{min-width:8rem}.label{display:none}tbody tr{border-top:1px solid var(--line)}tbody th{font-weight:500}
.best{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.5rem;margin:0;padding:0;list-style:none}
.best li{overflow:hidden;display:flex;flex-direction:column;break-inside:avoid}.best img,.best .text{aspect-ratio:4/3;width:100%;object-fit:cover;background:var(--sunken)}
.best .text{padding:.75rem;overflow:hidden;color:var(--ink-soft);overflow-wrap:anywhere}.best .body{padding:.75rem;display:flex;flex-direction:column;gap:.35rem;flex:1}
.best .result{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .5rem;margin-top:auto;padding-top:.5rem;border-top:1px solid var(--line)}.best b{font-weight:600;font-size:1rem}
.hours{padding:.75rem}.hours th,.hours td{padding:0;border:0;text-align:center;font-size:.75rem;font-weight:400}.hours table{border-collapse:separate;border-spacing:2px;table-layout:fixed}
.hours td{height:1.75rem;border-radius:3px;background:var(--sunken)}.hours td.few{background:none;border:1px dashed var(--line-strong);color:var(--ink-soft)}.hours .value{font-size:.6875rem}.hours tr{border:0}.hours th:first-child{width:1.75rem;text-align:left;color:var(--ink-soft)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}footer{margin-top:2rem;color:var(--ink-soft);max-width:40rem}
@media(max-width:48rem){.main,.best{grid-template-columns:repeat(2,minmax(0,1fr))}.other{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media(max-width:26rem){.other{grid-template-columns:repeat(2,minmax(0,1fr))}main{padding:1.25rem .75rem 2rem}}
@media screen and (max-width:44rem){.cards,.cards tbody{display:block}
.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.25rem 1.5rem;padding:.75rem}
.cards tbody tr:first-child{border-top:0}.cards th,.cards td{padding:0}
.cards tbody th{grid-column:1/-1;margin-bottom:.15rem;font-weight:600}
.cards td{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .75rem}.label{display:inline;color:var(--ink-soft)}
.chart .wide{display:none}.chart .narrow{display:block}
.hours .value{display:none}.hours{padding:.5rem}.hours table{border-spacing:1px}.hours td.few{font-size:.625rem}}
@media print{@page{size:A4;margin:12mm}:root{color-scheme:light}body{border:0;background:none;font-size:.75rem;-webkit-print-color-adjust:exact;print-color-adjust:exact}main{padding:0;max-width:none}section,tr{break-inside:avoid}}
`
