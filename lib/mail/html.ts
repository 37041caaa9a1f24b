import type { Block, ListItem } from './content'

/** Colors of the screens (app/theme.css). Mail clients know no CSS variables, so dark mode overrides by class. */
const light = { canvas: '#fafafa', surface: '#ffffff', ink: '#18181b', soft: '#54545c', line: '#e4e4e7' }
const dark = { canvas: '#121214', surface: '#19191b', ink: '#f0f0f2', soft: '#a9a9b2', line: '#2b2b2f' }
const accent = {
  light: '#4e49db',
  onLight: '#ffffff',
  dark: '#a0acfb',
  onDark: '#121214',
  wash: '#f2f2f3',
  darkWash: '#28282b',
}

const fonts = `-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`
const mono = `'SF Mono','Cascadia Code',Menlo,Consolas,monospace`

const style = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(max-width:640px){.pad{padding-left:20px!important;padding-right:20px!important}}
@media(prefers-color-scheme:dark){
.canvas{background:${dark.canvas}!important}
.surface{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.line{border-color:${dark.line}!important}
.link{color:${accent.dark}!important}
.button{background:${accent.dark}!important;color:${accent.onDark}!important}
.code{background:${accent.darkWash}!important;color:${dark.ink}!important}
}`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

const textStyle = `margin:0 0 16px;font-size:16px;line-height:1.5;color:${light.ink};overflow-wrap:break-word;word-break:break-word`

export type HtmlFrame = {
  title: string
  preview: string
  baseUrl: string
  /** Lines under the mail. */
  footer: readonly FooterPart[][]
}
export type FooterPart = string | { label: string; url: string }

/** An HTML mail. Escapes all user content. */
export function mailHtml(blocks: readonly Block[], { title, preview, baseUrl, footer }: HtmlFrame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas};font-family:${fonts}">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="canvas" style="background:${light.canvas}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="ink pad" style="padding:0 32px 16px;font-size:17px;font-weight:700;color:${light.ink}">Storycast</td></tr>
<tr><td class="surface pad" style="padding:32px 32px 16px;background:${light.surface};border:1px solid ${light.line};border-radius:12px">
${blocks.map((block, index) => blockHtml(block, baseUrl, index === 0)).join('\n')}
</td></tr>
<tr><td class="pad" style="padding:16px 32px 0">
${footer.map(footerHtml).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function blockHtml(block: Block, baseUrl: string, isFirst: boolean): string {
  switch (block.type) {
    case 'heading':
      return headingHtml(block.text, isFirst)
    case 'paragraph':
      return `<p class="ink" style="${textStyle}">${escaped(block.text)}</p>`
    case 'button':
      return buttonHtml(block.label, baseUrl + block.path)
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${block.items.map((item) => itemHtml(item, baseUrl)).join('')}</ul>`
    case 'rule':
      return `<hr class="line" style="margin:24px 0;border:0;border-top:1px solid ${light.line}">`
    case 'code':
      return `<p class="code" style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background:${accent.wash};font-family:${mono};font-size:18px;letter-spacing:1px;color:${light.ink};overflow-wrap:break-word;word-break:break-word">${escaped(block.text)}</p>`
  }
}

function headingHtml(text: string, isFirst: boolean): string {
  const [tag, size] = isFirst ? ['h1', 22] : ['h2', 18]
  return `<${tag} class="ink" style="margin:0 0 16px;font-size:${size}px;line-height:1.3;font-weight:700;color:${light.ink};overflow-wrap:break-word;word-break:break-word">${escaped(text)}</${tag}>`
}

/** The color is also set on the cell, because Outlook ignores padding and background of links. */
const buttonHtml = (label: string, url: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" style="border-radius:8px;background:${accent.light}"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent.light};color:${accent.onLight};font-size:16px;font-weight:600;text-decoration:none">${escaped(label)}</a></td></tr></table>`

function itemHtml({ text, detail, path }: ListItem, baseUrl: string): string {
  const title = path ? linkHtml(text, baseUrl + path) : escaped(text)
  const more = detail
    ? `<br><span class="soft" style="font-size:14px;color:${light.soft}">${escaped(detail)}</span>`
    : ''
  return `<li class="ink" style="${textStyle};margin-bottom:8px">${title}${more}</li>`
}

const linkHtml = (label: string, url: string): string =>
  `<a class="link" href="${escaped(url)}" style="color:${accent.light}">${escaped(label)}</a>`

function footerHtml(parts: readonly FooterPart[]): string {
  const content = parts
    .map((part) => (typeof part === 'string' ? escaped(part) : linkHtml(part.label, part.url)))
    .join('')
  return `<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:${light.soft}">${content}</p>`
}
