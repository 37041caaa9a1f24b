/** The inline style sheet, with the colors of the product. The CSP allows only its hash. */
export const styles = `
@font-face{font-family:Inter;src:url(/assets/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:light dark;--paper:light-dark(oklch(.985 .001 286),oklch(.178 .006 286));--card:light-dark(#fff,oklch(.208 .006 286));--sunken:light-dark(oklch(.962 .002 286),oklch(.15 .005 286));--ink:light-dark(oklch(.21 .006 286),oklch(.955 .002 286));--quiet:light-dark(oklch(.475 .014 286),oklch(.735 .012 286));--line:light-dark(oklch(.92 .004 286),oklch(.288 .007 286));--line-strong:light-dark(oklch(.855 .006 286),oklch(.385 .009 286));--mark:light-dark(oklch(.505 .215 277),oklch(.765 .115 277));--fill:light-dark(oklch(.53 .215 277),oklch(.545 .205 277));--wash:light-dark(oklch(.962 .02 277),oklch(.295 .065 277));--note:light-dark(oklch(.965 .018 245),oklch(.285 .05 245));--note-ink:light-dark(oklch(.48 .13 245),oklch(.79 .1 240))}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/1.45 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-feature-settings:"cv11","ss03";-webkit-font-smoothing:antialiased}
a{color:inherit}
a:focus-visible{outline:2px solid var(--mark);outline-offset:2px;border-radius:4px}
.note{background:var(--note);color:var(--note-ink);padding:.45rem 1rem;text-align:center;font-size:13px;font-weight:500}
.brand{display:flex;align-items:center;gap:.5rem;max-width:80rem;margin:0 auto;padding:1rem 1rem 0;font-size:15px;font-weight:600}
.brand svg{width:24px;height:24px;flex:none}
header,main,footer{max-width:80rem;margin:0 auto;padding:1rem}
header{padding-bottom:0}
h1{font-size:1.25rem;line-height:1.3;letter-spacing:-.01em;margin:0 0 .75rem;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.375rem;margin:0 0 .75rem}
.chip{display:inline-flex;align-items:center;gap:.4rem;min-height:2rem;padding:.2rem .75rem;border:1px solid var(--line-strong);border-radius:.5rem;background:var(--card);text-decoration:none;font-weight:500}
.chip:hover{background:var(--sunken)}
.chip svg,.network svg{width:16px;height:16px;flex:none;fill:currentColor}
.chip[aria-current]{background:var(--wash);color:var(--mark);border-color:transparent}
@media(pointer:coarse){.chip{min-height:2.75rem}}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem;align-items:start;list-style:none;margin:0;padding:0}
.cards.one{grid-template-columns:minmax(0,36rem);justify-content:center}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;overflow:hidden}
.post{padding:1rem;min-width:0}
.post+.post{border-top:1px solid var(--line);padding-left:1.75rem;position:relative}
.post+.post::before{content:"";position:absolute;left:.85rem;top:0;bottom:0;width:2px;background:var(--line)}
.post.here{box-shadow:inset 3px 0 0 var(--mark)}
.who{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;margin:0 0 .75rem}
.who b{overflow-wrap:anywhere;font-weight:600}
.who.author{display:grid;grid-template-columns:auto minmax(0,1fr);align-items:center;gap:0 .65rem}
.avatar{grid-row:span 2;position:relative;display:flex;align-items:center;justify-content:center;width:36px;height:36px;border-radius:99rem;background:var(--sunken);color:var(--quiet);font-weight:600}
.network{position:absolute;right:-5px;bottom:-3px;display:flex;align-items:center;justify-content:center;width:18px;height:18px;border:2px solid var(--card);border-radius:99rem;background:var(--network);color:#fff}
.network svg{width:9px;height:9px}
.quiet{color:var(--quiet);font-size:13px;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h2{font-size:1rem;line-height:1.3;margin:0 0 .35rem;overflow-wrap:anywhere}
.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 .75rem;max-height:28rem;overflow:auto}
.link{display:block;border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem;margin:0 0 .75rem;overflow-wrap:anywhere;font-size:13px}
.images{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:2px;margin:0 -1rem .75rem}
.images.single{grid-template-columns:minmax(0,1fr)}
.images img,.images video{display:block;width:100%;height:100%;max-height:26rem;object-fit:cover;background:var(--sunken)}
.foot{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;margin:0}
.foot a{padding:.25rem 0;text-decoration:none}
.foot a:hover{text-decoration:underline}
.comments{border-top:1px solid var(--line);margin-top:.75rem;padding-top:.5rem}
.comments ol,.messages{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
.comments ol ol{margin:.5rem 0 0;padding-left:1rem;border-left:2px solid var(--line)}
.comments>.quiet:first-child,.earlier{margin:0 0 .5rem}
.comment .who,.bubble .who{margin:0}
.comment .text,.bubble .text{margin:0;max-height:none}
.comment.gone .text{color:var(--quiet)}
.comment:target{background:var(--wash);box-shadow:inset 3px 0 0 var(--mark);padding-left:.75rem}
.badge{font-size:12px;padding:0 .5rem;border:1px solid var(--line);border-radius:99rem;color:var(--quiet)}
.earlier{padding:1rem 1rem 0}
.messages{padding:1rem}
.messages li{display:flex;min-width:0}
.bubble{max-width:85%;min-width:0;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.75rem}
.bubble.mine{margin-left:auto;background:var(--note);color:var(--note-ink);border-color:transparent}
.bubble.mine .quiet,.bubble.mine .badge{color:inherit;border-color:currentColor}
.write{margin:.25rem 0 0}
.write summary{padding:.4rem 0;font-size:13px}
summary:focus-visible,.field:focus-visible,.send:focus-visible{outline:2px solid var(--mark);outline-offset:2px;border-radius:4px}
.label{display:block;font-size:13px;font-weight:500;margin:0 0 .6rem}
.field{display:block;width:100%;min-height:2.5rem;margin-top:.25rem;font:inherit;font-size:1rem;color:var(--ink);background:var(--card);border:1px solid var(--line-strong);border-radius:.5rem;padding:.4rem .65rem;resize:vertical}
.send{font:inherit;font-weight:500;min-height:2.5rem;padding:.4rem 1rem;border-radius:.5rem;border:1px solid transparent;background:var(--fill);color:#fff;cursor:pointer}
.write+.quiet,.ways+.quiet{margin:.75rem 0 0}
.ways{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.empty{text-align:center;color:var(--quiet);padding:4rem 1rem}
footer{color:var(--quiet);font-size:13px}
.mails{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
.mail{display:block;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);text-decoration:none}
.mail:hover{background:var(--sunken)}
.mail b,.mail span{display:block;overflow-wrap:anywhere}
.mail b{font-weight:600}
.mail-frame{width:100%;height:75vh;border:1px solid var(--line);border-radius:.75rem;background:#fff}
details{margin:1rem 0}
summary{cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem}
.instagram{--network:oklch(.55 .225 2)}.facebook{--network:oklch(.555 .2 260)}.x,.threads{--network:light-dark(oklch(.19 0 0),oklch(.38 0 0))}.linkedin{--network:oklch(.5 .135 256)}.pinterest{--network:oklch(.545 .22 25)}.ghost{--network:light-dark(oklch(.24 .015 250),oklch(.4 .015 250))}
`
