import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { looksLikeSvg, sanitizeSvg } from './sanitize'

const xlink = 'http://www.w3.org/1999/xlink'
const sanitized = (text: string) => sanitizeSvg(Buffer.from(text))
const inside = async (inner: string, attributes = '') =>
  sanitized(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}" viewBox="0 0 8 8" ${attributes}>${inner}</svg>`,
  )

const root = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}" viewBox="0 0 8 8">`
const svgOf = (inner: string) => `${root}${inner}</svg>`

describe('removes', () => {
  test.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script with a URL', '<script xlink:href="https://evil.example/x.js"/>', ''],
    ['a script in other case', '<SCRIPT>alert(1)</SCRIPT><Script>alert(1)</Script>', ''],
    ['a script with a prefix', '<svg:script>alert(1)</svg:script>', ''],
    ['a script with its own namespace', '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>', ''],
    ['an HTML script', '<g xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></g>', '<g></g>'],
    ['a script in a script', '<scr<script>ipt>alert(1)</script>', null],
    [
      'a handler',
      '<rect onload="alert(1)" ONCLICK="alert(1)" onbegin="alert(1)" width="1"/>',
      '<rect width="1"></rect>',
    ],
    ['a handler element', '<handler type="text/ecmascript" ev:event="load">alert(1)</handler><listener/>', ''],
    [
      'embedded HTML',
      '<foreignObject><iframe src="https://evil.example"/><body onload="alert(1)"/></foreignObject>',
      '',
    ],
    ['a frame', '<iframe src="javascript:alert(1)"/><embed src="x"/><object data="x"/><link href="x"/>', ''],
    ['a javascript: link', '<a href="javascript:alert(1)"><rect/></a>', '<a><rect></rect></a>'],
    ['a javascript: xlink', '<a xlink:href="javascript:alert(1)"/>', '<a></a>'],
    ['a javascript: link in entities', '<a href="&#106;&#x61;vascript&#58;alert(1)"/>', '<a></a>'],
    ['a javascript: link with whitespace', '<a href=" java\tscript:alert(1)"/>', '<a></a>'],
    ['an external link', '<a href="https://evil.example"/><a href="//evil.example"/>', '<a></a><a></a>'],
    [
      'an xlink with another prefix',
      '<a xmlns:l="http://www.w3.org/1999/xlink" l:href="javascript:alert(1)"/>',
      '<a></a>',
    ],
    ['an animation of a URL', '<a><animate attributeName="href" values="javascript:alert(1)"/></a>', '<a></a>'],
    ['set of a URL', '<a><set attributeName="xlink:href" to="javascript:alert(1)"/></a>', '<a></a>'],
    ['set of a handler', '<set attributeName="onclick" to="alert(1)"/>', ''],
    ['set without an attribute', '<set to="javascript:alert(1)"/>', ''],
    [
      'use of an external file',
      '<use href="https://evil.example/x.svg#a"/><use xlink:href="x.svg#a"/>',
      '<use></use><use></use>',
    ],
    ['use of an SVG in a data URL', '<use href="data:image/svg+xml;base64,PHN2Zz4=#a"/>', '<use></use>'],
    ['an external image', '<image href="https://evil.example/pixel.png"/>', '<image></image>'],
    [
      'an SVG in a data URL as image',
      '<image href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/>',
      '<image></image>',
    ],
    ['an external image of a filter', '<filter><feImage href="https://evil.example/x"/></filter>', '<filter></filter>'],
    ['an @import', '<style>@import "https://evil.example/x.css";</style>', '<style></style>'],
    ['an escaped @import', '<style>@\\69mport "https://evil.example/x.css";</style>', '<style></style>'],
    ['an external url()', '<style>rect{fill:url(https://evil.example/x#a)}</style>', '<style></style>'],
    ['an escaped url()', '<style>rect{fill:\\75 rl(//evil.example)}</style>', '<style></style>'],
    ['an image-set()', '<style>rect{background:image-set("//evil.example" 1x)}</style>', '<style></style>'],
    [
      'a rule that loads, not the rules beside it',
      "<style>@import url('//evil.example/a;b.css'); /* } */ a{fill:red} b{c:url(//evil.example)} d[e='}']{fill:blue}</style>",
      "<style>a{fill:red} d[e='}']{fill:blue}</style>",
    ],
    [
      'a rule that loads in unclosed brackets',
      '<style>a{fill:red} @media print{b{c:url(//evil.example)} d{fill:blue}</style>',
      '<style>a{fill:red}</style>',
    ],
    [
      'a rule that loads once its comment is removed',
      '<style>@imp/* */ort "//evil.example";a{b:u;}\\75 r/*;*/l(//evil.example)</style>',
      '<style>a{b:u;}</style>',
    ],
    ['an unclosed string', '<style>a{fill:red}"url(//evil.example) b{fill:blue}</style>', '<style>a{fill:red}</style>'],
    [
      'a declaration that loads, not those beside it',
      '<rect style="fill:red;background:url(//evil.example);stroke:blue"/>',
      '<rect style="fill:red;stroke:blue"></rect>',
    ],
    ['elements in CDATA in a style', '<style><![CDATA[a{}</style><script>alert(1)</script>]]></style>', null],
    ['elements in entities in a style', '<style>&lt;/style>&lt;script>alert(1)&lt;/script></style>', null],
    ['elements in CDATA in a text', '<text><![CDATA[<script>alert(1)</script>]]></text>', null],
    ['markup in an attribute', '<rect id="a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>', null],
    ['an external fill', '<rect fill="url(https://evil.example/x#a)" width="1"/>', '<rect width="1"></rect>'],
    ['a quoted external fill', `<rect fill="url('//evil.example')" filter="URL( x )"/>`, '<rect></rect>'],
    ['an external cursor', '<rect cursor="url(x.cur), auto" mask="src(\'x\')"/>', '<rect></rect>'],
    ['an external url() in a style attribute', '<rect style="background:url(//evil.example)"/>', '<rect></rect>'],
    ['xml:base', '<g xml:base="https://evil.example/"><use href="#a"/></g>', '<g><use href="#a"></use></g>'],
    [
      'a processing instruction',
      '<?xml-stylesheet href="https://evil.example/x.css"?><?php evil() ?><rect/>',
      '<rect></rect>',
    ],
    ['a comment', '<!-- <script>alert(1)</script> --><!--[if IE]><script/><![endif]--><rect/>', '<rect></rect>'],
    ['metadata', '<metadata><rdf:RDF><script/></rdf:RDF></metadata><sodipodi:namedview/>', ''],
  ])('%s', async (_, inner, left) => {
    const text = await inside(inner)
    if (left !== null) expect(text).toBe(svgOf(left))
    // The markup that an XML parser sees, without escaped text.
    const markup = [...(text ?? '').matchAll(/<[^>]*>/g)].join(' ').replace(/="[^"]*&lt;[^"]*"/g, '')
    expect(markup).not.toMatch(/script|evil|alert|import|\son\w+=/i)
  })

  test('works on the root element', async () => {
    expect(await inside('', 'onload="alert(1)" xmlns:x="http://evil.example"')).toBe(svgOf(''))
    expect(await sanitized('<svg onload="alert(1)"/><svg onload="alert(1)"/><script>alert(1)</script>')).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}"></svg>`,
    )
    expect(await sanitized('<html><svg/></html>')).toBeNull()
    expect(await sanitized('Fresh bread')).toBeNull()
  })

  test('does not expand entities', async () => {
    const rounds = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`)
    const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${rounds.join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><text>&l9;&f;</text></svg>`
    expect(await sanitized(laughs)).toBe(svgOf('<text>&amp;l9;&amp;f;</text>'))
  })

  test('deep nesting and invalid UTF-8 are refused', async () => {
    await expect(inside('<g>'.repeat(50_000))).rejects.toMatchObject({ code: 'validation_error' })
    await expect(sanitizeSvg(Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff, 0x3e]))).rejects.toMatchObject({
      code: 'validation_error',
    })
  })
})

/** The rendered pixels. */
const drawn = async (text: string) =>
  sharp(Buffer.from(text)).resize(64, 64, { fit: 'fill' }).ensureAlpha().raw().toBuffer()

describe('keeps the look of', () => {
  test.each([
    ['shapes', '<rect width="8" height="8" fill="#fff"/><circle cx="4" cy="4" r="3" stroke="red" fill="none"/>'],
    [
      'gradients and references',
      '<defs><linearGradient id="g" gradientTransform="rotate(45)"><stop offset="0" stop-color="red"/><stop offset="1"/>' +
        '</linearGradient><path id="p" d="M0 0h4v4z"/></defs><rect fill="url(#g)" width="8" height="8"/>' +
        '<use xlink:href="#p" fill="blue"/><use href="#p" x="4" clip-path="url(\'#c\')"/><clipPath id="c"><rect width="9" height="2"/></clipPath>',
    ],
    ['styles', '<style>.a &gt; rect{fill:teal} #b{fill:url(#g)}</style><g class="a"><rect width="8" height="4"/></g>'],
    [
      'styles in CDATA',
      '<style type="text/css"><![CDATA[.a>rect{fill:teal}]]></style><g class="a"><rect width="8" height="4"/></g>',
    ],
    ['a style attribute', '<rect width="8" height="8" style="fill:teal;stroke:red"/>'],
    [
      'filters',
      '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect filter="url(#f)" width="5" height="5"/>',
    ],
    [
      'an embedded image',
      '<image width="8" height="8" xlink:href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>',
    ],
    [
      'styles beside web fonts',
      "<style>@import url('https://fonts.example/css2?family=Inter:wght@400;700&amp;display=swap'); @font-face { font-family: Rye; src: " +
        'url("data:font/woff2;base64,AAAA") format("woff2"); } .a{fill:teal}</style><rect class="a" width="8" height="8"/>',
    ],
    [
      'an embedded image of type image/jpg',
      '<image width="8" height="8" href="data:image/jpg;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>',
    ],
    ['elements with a prefix', '<svg:rect width="8" height="8" fill="teal"/>'],
  ])('%s', async (_, inner) => {
    const before = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="${xlink}" viewBox="0 0 8 8">${inner}</svg>`
    const after = (await sanitized(before)) ?? ''
    const pixels = await drawn(after)
    expect(pixels.equals(await drawn(before))).toBe(true)
    expect(pixels.some((value) => value !== 0)).toBe(true)
  })

  test('keeps animations and text', async () => {
    const moving = '<rect width="1"><animate attributeName="width" from="1" to="8" dur="2s"></animate></rect>'
    expect(await inside(moving)).toBe(svgOf(moving))
    const text = '<title>Brötchen &amp; Bäcker</title><text x="1" xml:space="preserve">“a &lt; b”</text>'
    expect(await inside(text)).toBe(svgOf(text))
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><svg viewBox="0 0 8 8"><title>Br\xf6tchen</title></svg>',
      'latin1',
    )
    expect(await sanitizeSvg(latin)).toBe(svgOf('<title>Brötchen</title>'))
  })

  test('does not change its own output', async () => {
    const once = (await inside('<style>a{}</style><text>a &amp; b</text><use href="#a"/><script/>')) ?? ''
    expect(await sanitized(once)).toBe(once)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'storycast-svg-'))
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
])('%s looks like an SVG: %s', async (text, is) => {
  const path = join(folder, randomUUID())
  await writeFile(path, text)
  expect(await looksLikeSvg(path)).toBe(is)
})

test('lets other work run while it parses 10 MB', async () => {
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
  expect(text).toHaveLength(svgOf('<path d="M0 0L1 1L2 0z" fill="#abc"></path>'.repeat(170_000)).length)
  expect(turns).toBeGreaterThan(100)
})
