/** Tokens of app/theme.css, for pages without style sheet. */
const style = `:root{color-scheme:light dark;
--canvas:light-dark(oklch(0.985 0.001 286),oklch(0.178 0.006 286));--ink:light-dark(oklch(0.21 0.006 286),oklch(0.955 0.002 286));
--ink-soft:light-dark(oklch(0.475 0.014 286),oklch(0.735 0.012 286));--accent:light-dark(oklch(0.505 0.215 277),oklch(0.765 0.115 277));
--accent-fill:light-dark(oklch(0.53 0.215 277),oklch(0.545 0.205 277));--on-accent:oklch(1 0 0)}
body{margin:0;background:var(--canvas);color:var(--ink);font:.9375rem/1.5 ui-sans-serif,system-ui,sans-serif}
main{max-width:32rem;margin:18vh auto;padding:0 1.5rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.025em;margin:0 0 .5rem}
p{margin:0 0 1rem;color:var(--ink-soft)}
a{color:var(--accent);font-weight:500}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.5rem;background:var(--accent-fill);color:var(--on-accent);cursor:pointer}
a:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
.name{color:var(--ink);font-weight:600}`

/**
 * A page without scripts, for signed-out users. Loads no files.
 *
 * @param content HTML below the heading. The caller escapes untrusted text
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
