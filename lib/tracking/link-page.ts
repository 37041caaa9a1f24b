/** The few colours of the screens (app/globals.css) that a page without their style sheet needs. */
const style = `:root{color-scheme:light dark;--canvas:light-dark(#f6f6f2,#131617);--ink:light-dark(#1a1e1f,#e9ebe9);
--soft:light-dark(#54595b,#a7aeb1);--accent:light-dark(#0b6658,#56c9b3)}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}
main{max-width:32rem;margin:18vh auto;padding:0 1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
p{margin:0 0 1rem;color:var(--soft)}
a{color:var(--accent);font-weight:500}
.name{color:var(--ink);font-weight:600}`

/** A page for readers who end here: it says what happened, whose page it is, and how to go on. No script, nothing loaded. */
export const linkPage = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Storycast</title>
<style>${style}</style>
<main>
<p class="name">Storycast</p>
<h1>${title}</h1>
<p>${text}</p>
<p>Go back to the post that you came from: its author may have given another address. <a href="/">Storycast makes these
links</a> for the people who post.</p>
</main>
`
