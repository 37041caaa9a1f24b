/** The few colors of the screens (app/globals.css) that a page without their style sheet needs. */
const style = `:root{color-scheme:light dark;--canvas:light-dark(#f6f6f2,#131617);--ink:light-dark(#1a1e1f,#e9ebe9);
--soft:light-dark(#54595b,#a7aeb1);--accent:light-dark(#0b6658,#56c9b3);--on-accent:light-dark(#ffffff,#06241e)}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}
main{max-width:32rem;margin:18vh auto;padding:0 1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
p{margin:0 0 1rem;color:var(--soft)}
a{color:var(--accent);font-weight:500}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
a:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
.name{color:var(--ink);font-weight:600}`

/**
 * A page without script, for readers who are not signed in. It loads nothing.
 *
 * @param content HTML below the heading. The caller escapes what is not its own.
 */
export const plainPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Storycast</title>
<style>${style}</style>
<main>
<p class="name">Storycast</p>
<h1>${title}</h1>
${content}
</main>
`
