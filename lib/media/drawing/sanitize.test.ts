import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { looksLikeDrawing, sanitizeDrawing } from './sanitize'

/** Holds that nothing in a drawing runs or fetches, in whatever spelling it comes, and that it still draws what it drew. */

const xlink = 'http://www.w3.org/1999/xlink'
const sane = (text: string) => sanitizeDrawing(Buffer.from(text))
const inside = async (inner: string, attributes = '') =>
  sane(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}" viewBox="0 0 8 8" ${attributes}>${inner}</svg>`)

const root = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}" viewBox="0 0 8 8">`
const drawnOf = (inner: string) => `${root}${inner}</svg>`

describe('what attacks is left out', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script with an address', '<script xlink:href="https://evil.example/x.js"/>', ''],
    ['a script in other letters', '<SCRIPT>alert(1)</SCRIPT><Script>alert(1)</Script>', ''],
    ['a script under a prefix', '<svg:script>alert(1)</svg:script>', ''],
    ['a script in a namespace of its own', '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>', ''],
    ['a script of HTML', '<g xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></g>', '<g></g>'],
    ['a script in a script', '<scr<script>ipt>alert(1)</script>', null],
    [
      'a handler',
      '<rect onload="alert(1)" ONCLICK="alert(1)" onbegin="alert(1)" width="1"/>',
      '<rect width="1"></rect>',
    ],
    ['a handler element', '<handler type="text/ecmascript" ev:event="load">alert(1)</handler><listener/>', ''],
    ['a page', '<foreignObject><iframe src="https://evil.example"/><body onload="alert(1)"/></foreignObject>', ''],
    ['a frame', '<iframe src="javascript:alert(1)"/><embed src="x"/><object data="x"/><link href="x"/>', ''],
    ['an address that runs', '<a href="javascript:alert(1)"><rect/></a>', '<a><rect></rect></a>'],
    ['one that runs, by its other name', '<a xlink:href="javascript:alert(1)"/>', '<a></a>'],
    ['one that runs, in entities', '<a href="&#106;&#x61;vascript&#58;alert(1)"/>', '<a></a>'],
    ['one that runs, with blanks', '<a href=" java\tscript:alert(1)"/>', '<a></a>'],
    ['an address that leads out', '<a href="https://evil.example"/><a href="//evil.example"/>', '<a></a><a></a>'],
    [
      'a link under another prefix',
      '<a xmlns:l="http://www.w3.org/1999/xlink" l:href="javascript:alert(1)"/>',
      '<a></a>',
    ],
    ['an animation of an address', '<a><animate attributeName="href" values="javascript:alert(1)"/></a>', '<a></a>'],
    ['the setting of an address', '<a><set attributeName="xlink:href" to="javascript:alert(1)"/></a>', '<a></a>'],
    ['the setting of a handler', '<set attributeName="onclick" to="alert(1)"/>', ''],
    ['the setting of nothing', '<set to="javascript:alert(1)"/>', ''],
    [
      'the use of a foreign file',
      '<use href="https://evil.example/x.svg#a"/><use xlink:href="x.svg#a"/>',
      '<use></use><use></use>',
    ],
    ['the use of a drawing in an address', '<use href="data:image/svg+xml;base64,PHN2Zz4=#a"/>', '<use></use>'],
    ['a foreign picture', '<image href="https://evil.example/pixel.png"/>', '<image></image>'],
    [
      'a picture that is a drawing',
      '<image href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/>',
      '<image></image>',
    ],
    ['a picture of a filter', '<filter><feImage href="https://evil.example/x"/></filter>', '<filter></filter>'],
    ['a style that fetches', '<style>@import "https://evil.example/x.css";</style>', '<style></style>'],
    ['a style that fetches, escaped', '<style>@\\69mport "https://evil.example/x.css";</style>', '<style></style>'],
    ['a style with a foreign address', '<style>rect{fill:url(https://evil.example/x#a)}</style>', '<style></style>'],
    ['one with an escaped address', '<style>rect{fill:\\75 rl(//evil.example)}</style>', '<style></style>'],
    [
      'one that takes text for an address',
      '<style>rect{background:image-set("//evil.example" 1x)}</style>',
      '<style></style>',
    ],
    [
      'a rule that fetches, and not its neighbours',
      "<style>@import url('//evil.example/a;b.css'); /* } */ a{fill:red} b{c:url(//evil.example)} d[e='}']{fill:blue}</style>",
      "<style>a{fill:red} d[e='}']{fill:blue}</style>",
    ],
    [
      'a rule that fetches in brackets that do not close',
      '<style>a{fill:red} @media print{b{c:url(//evil.example)} d{fill:blue}</style>',
      '<style>a{fill:red}</style>',
    ],
    [
      'what fetches only when its neighbour is gone',
      '<style>@imp/* */ort "//evil.example";a{b:u;}\\75 r/*;*/l(//evil.example)</style>',
      '<style>a{b:u;}</style>',
    ],
    [
      'text in quotes without end',
      '<style>a{fill:red}"url(//evil.example) b{fill:blue}</style>',
      '<style>a{fill:red}</style>',
    ],
    [
      'a declaration that fetches, and not its neighbours',
      '<rect style="fill:red;background:url(//evil.example);stroke:blue"/>',
      '<rect style="fill:red;stroke:blue"></rect>',
    ],
    ['a style with elements in a section', '<style><![CDATA[a{}</style><script>alert(1)</script>]]></style>', null],
    ['a style with elements in entities', '<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>', null],
    ['text with elements in a section', '<text><![CDATA[<script>alert(1)</script>]]></text>', null],
    ['an attribute that closes itself', '<rect id="a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>', null],
    ['a fill from elsewhere', '<rect fill="url(https://evil.example/x#a)" width="1"/>', '<rect width="1"></rect>'],
    ['a fill from elsewhere in quotes', `<rect fill="url('//evil.example')" filter="URL( x )"/>`, '<rect></rect>'],
    ['a cursor from elsewhere', '<rect cursor="url(x.cur), auto" mask="src(\'x\')"/>', '<rect></rect>'],
    ['a style of one element', '<rect style="background:url(//evil.example)"/>', '<rect></rect>'],
    [
      'a base for addresses',
      '<g xml:base="https://evil.example/"><use href="#a"/></g>',
      '<g><use href="#a"></use></g>',
    ],
    ['an instruction', '<?xml-stylesheet href="https://evil.example/x.css"?><?php evil() ?><rect/>', '<rect></rect>'],
    ['a comment', '<!-- <script>alert(1)</script> --><!--[if IE]><script/><![endif]--><rect/>', '<rect></rect>'],
    ['metadata', '<metadata><rdf:RDF><script/></rdf:RDF></metadata><sodipodi:namedview/>', ''],
  ])('%s', async (_, inner, left) => {
    const text = await inside(inner)
    if (left !== null) expect(text).toBe(drawnOf(left))
    // What a reader of XML sees: elements and attributes alone, whatever stands escaped in texts and values.
    const markup = [...(text ?? '').matchAll(/<[^>]*>/g)].join(' ').replace(/="[^"]*&lt;[^"]*"/g, '')
    expect(markup).not.toMatch(/script|evil|alert|import|\son\w+=/i)
  })

  test('at the root as well', async () => {
    expect(await inside('', 'onload="alert(1)" xmlns:x="http://evil.example"')).toBe(drawnOf(''))
    expect(await sane('<svg onload="alert(1)"/><svg onload="alert(1)"/><script>alert(1)</script>')).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}"></svg>`,
    )
    expect(await sane('<html><svg/></html>')).toBeNull()
    expect(await sane('Fresh bread')).toBeNull()
  })

  test('a million laughs are none', async () => {
    const rounds = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`)
    const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${rounds.join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><text>&l9;&f;</text></svg>`
    expect(await sane(laughs)).toBe(drawnOf('<text>&amp;l9;&amp;f;</text>'))
  })

  test('what is nested without end, or is no text, is refused', async () => {
    await expect(inside('<g>'.repeat(50_000))).rejects.toMatchObject({ code: 'validation_error' })
    await expect(sanitizeDrawing(Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff, 0x3e]))).rejects.toMatchObject({
      code: 'validation_error',
    })
  })
})

/** The pixels that a drawing draws. */
const drawn = async (text: string) =>
  sharp(Buffer.from(text)).resize(64, 64, { fit: 'fill' }).ensureAlpha().raw().toBuffer()

describe('what draws stays', () => {
  test.each([
    ['shapes', '<rect width="8" height="8" fill="#fff"/><circle cx="4" cy="4" r="3" stroke="red" fill="none"/>'],
    [
      'gradients and what uses them',
      '<defs><linearGradient id="g" gradientTransform="rotate(45)"><stop offset="0" stop-color="red"/><stop offset="1"/>' +
        '</linearGradient><path id="p" d="M0 0h4v4z"/></defs><rect fill="url(#g)" width="8" height="8"/>' +
        '<use xlink:href="#p" fill="blue"/><use href="#p" x="4" clip-path="url(\'#c\')"/><clipPath id="c"><rect width="9" height="2"/></clipPath>',
    ],
    ['styles', '<style>.a &gt; rect{fill:teal} #b{fill:url(#g)}</style><g class="a"><rect width="8" height="4"/></g>'],
    [
      'styles in a section',
      '<style type="text/css"><![CDATA[.a>rect{fill:teal}]]></style><g class="a"><rect width="8" height="4"/></g>',
    ],
    ['styles of one element', '<rect width="8" height="8" style="fill:teal;stroke:red"/>'],
    [
      'filters',
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect filter="url(#f)" width="5" height="5"/>',
    ],
    [
      'a picture written out',
      '<image width="8" height="8" xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>',
    ],
    [
      'styles beside fonts from elsewhere',
      "<style>@import url('https://fonts.example/css2?family=Inter:wght@400;700&amp;display=swap'); @font-face { font-family: Rye; src: " +
        'url("data:font/woff2;base64,AAAA") format("woff2"); } .a{fill:teal}</style><rect class="a" width="8" height="8"/>',
    ],
    [
      'a picture written out, in the way many programs call it',
      '<image width="8" height="8" href="data:image/jpg;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>',
    ],
    ['under a prefix', '<svg:rect width="8" height="8" fill="teal"/>'],
  ])('%s', async (_, inner) => {
    const before = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}" viewBox="0 0 8 8">${inner}</svg>`
    const after = (await sane(before)) ?? ''
    const pixels = await drawn(after)
    expect(pixels.equals(await drawn(before))).toBe(true)
    // Something was drawn at all.
    expect(pixels.some((value) => value !== 0)).toBe(true)
  })

  test('moving ones move on, and letters are kept', async () => {
    const moving = '<rect width="1"><animate attributeName="width" from="1" to="8" dur="2s"></animate></rect>'
    expect(await inside(moving)).toBe(drawnOf(moving))
    const words = '<title>Brötchen &amp; Bäcker</title><text x="1" xml:space="preserve">“a &lt; b”</text>'
    expect(await inside(words)).toBe(drawnOf(words))
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><svg viewBox="0 0 8 8"><title>Br\xf6tchen</title></svg>',
      'latin1',
    )
    expect(await sanitizeDrawing(latin)).toBe(drawnOf('<title>Brötchen</title>'))
  })

  test('what is sanitised once stays as it is', async () => {
    const once = (await inside('<style>a{}</style><text>a &amp; b</text><use href="#a"/><script/>')) ?? ''
    expect(await sane(once)).toBe(once)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'storycast-drawing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', true],
  ['\uFEFF  \n<?xml version="1.0"?><svg/>', true],
  ['<!-- Bread --><svg/>', true],
  ['<!DOCTYPE svg><svg/>', true],
  ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>', true],
  ['<html><svg/></html>', false],
  ['\u0089PNG', false],
  ['', false],
])('%s: a drawing? %s', async (text, is) => {
  const path = join(folder, randomUUID())
  await writeFile(path, text)
  expect(await looksLikeDrawing(path)).toBe(is)
})

test('others get their turn while ten megabytes are taken apart', async () => {
  const shapes = '<path d="M0 0L1 1L2 0z" fill="#abc" onclick="alert(1)"/>'.repeat(170_000)
  let turns = 0
  let isOver = false
  const takeTurn = (): void => {
    turns += 1
    if (!isOver) setImmediate(takeTurn)
  }
  takeTurn()
  const text = await inside(shapes)
  isOver = true
  expect(text).toHaveLength(drawnOf('<path d="M0 0L1 1L2 0z" fill="#abc"></path>'.repeat(170_000)).length)
  expect(turns).toBeGreaterThan(100)
})
