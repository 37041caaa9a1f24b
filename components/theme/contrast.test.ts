import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import Color from 'colorjs.io'
import { describe, expect, test } from 'vitest'
import { plainPage } from '@/lib/plain-page'

/** WCAG 2.2, 1.4.3: text needs 4.5:1. 1.4.11: focus rings and icons need 3:1. */
const textRatio = 4.5
const graphicRatio = 3

const source = readFileSync('app/theme.css', 'utf8')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** The tokens with their value in each theme. */
const tokens = new Map(
  [...source.matchAll(/^ {2}--([\w-]+): (light-dark\()?(oklch\([^)]*\))(?:, (oklch\([^)]*\))\))?;/gm)].map(
    ([, name = '', , light = '', dark]) => [name, { light, dark: dark ?? light }],
  ),
)

function ratioOf(text: string, background: string, theme: Theme): number {
  const [one, two] = [tokens.get(text), tokens.get(background)]
  if (!one || !two) throw new Error(`${text} or ${background} is not a token of app/theme.css`)
  // Through sRGB, as the browser shows them.
  const shown = (value: string): Color => new Color(value).to('srgb').toGamut()
  return shown(one[theme]).contrast(shown(two[theme]), 'WCAG21')
}

const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'hover']
const texts = ['ink', 'ink-soft', 'accent', 'good', 'info', 'warn', 'bad', 'quiet']
const onSurfaces = texts.flatMap((text) => surfaces.map((background): [string, string] => [text, background]))

/** Pairs that appear together in a class list of a component. */
function pairsInClassLists(): [string, string][] {
  const files = execFileSync('git', ['ls-files', 'components', 'app'], { encoding: 'utf8' }).split('\n')
  const pairs = new Set<string>()
  for (const file of files.filter((name) => name.endsWith('.tsx') || name.endsWith('.ts')))
    for (const [, list = ''] of readFileSync(file, 'utf8').matchAll(/['"`]([^'"`\n]*\bbg-[^'"`\n]*)['"`]/g))
      for (const [variant, background] of named(list, 'bg'))
        for (const [other, text] of named(list, 'text')) if (variant === other) pairs.add(`${text} ${background}`)
  return [...pairs].map((pair) => pair.split(' ') as [string, string])
}

/** The tokens of a kind of class, with their variants: `hover:bg-sunken` is `['hover:', 'sunken']`. */
const named = (list: string, kind: 'bg' | 'text'): [string, string][] =>
  [...list.matchAll(new RegExp(`(?:^|\\s)([\\w\\-[\\]=:.&>]*:)?${kind}-([a-z][a-z-]*[a-z])(?=\\s|$)`, 'g'))].flatMap(
    ([, variant = '', name = '']) => (tokens.has(name) ? [[variant, name] as [string, string]] : []),
  )

describe.each(themes)('%s', (theme) => {
  test('text has enough contrast on every surface', () => {
    const weak = onSurfaces.filter(([text, background]) => ratioOf(text, background, theme) < textRatio)
    expect(weak).toEqual([])
  })

  test('the pairs of all class lists have enough contrast', () => {
    const pairs = pairsInClassLists()
    expect(pairs.length).toBeGreaterThan(10)
    expect(pairs.filter(([text, background]) => ratioOf(text, background, theme) < textRatio)).toEqual([])
  })

  test('washes, filled buttons and brand badges', () => {
    const washes = ['good', 'info', 'warn', 'bad', 'quiet', 'accent'].flatMap((name): [string, string][] => [
      [name, `${name}-wash`],
      ['ink', `${name}-wash`],
    ])
    const fills: [string, string][] = [
      ['on-accent', 'accent-fill'],
      ['on-accent', 'accent-fill-hover'],
    ]
    const brands = [...tokens.keys()]
      .filter((name) => name.startsWith('brand-'))
      .map((name): [string, string] => ['on-brand', name])
    const weak = [...washes, ...fills, ...brands].filter(
      ([text, background]) => ratioOf(text, background, theme) < textRatio,
    )
    expect(weak).toEqual([])
  })

  test('the focus ring is visible on every surface', () => {
    const weak = surfaces.filter((background) => ratioOf('focus', background, theme) < graphicRatio)
    expect(weak).toEqual([])
  })
})

test('pages without style sheet have the same tokens', () => {
  const declared = [...plainPage('', '').matchAll(/--([\w-]+):((?:light-dark\(.*?\)\)|oklch\(.*?\)))[;}]/g)]
  expect(declared.length).toBeGreaterThan(4)
  for (const [, name = '', value = ''] of declared) {
    const [light, dark = light] = value.match(/oklch\([^)]*\)/g) ?? []
    expect([name, { light, dark }]).toEqual([name, tokens.get(name)])
  }
})
