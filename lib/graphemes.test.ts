import fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphemesOf } from './graphemes'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const atOnce = (text: string) => [...segmenter.segment(text)].map(({ segment, index }) => ({ segment, index }))

test('segmenting in windows returns the same graphemes as segmenting at once', () => {
  const signs = [
    'a',
    ' ',
    '\r',
    '\n',
    '1',
    '\ufe0f',
    '\u20e3',
    '\u200d',
    '👩',
    '🏽',
    '🇩',
    '🇪',
    'e',
    '\u0301',
    '한',
    '\u0600',
    '\ud83d',
    'क',
    '्',
  ]
  const texts = fc.array(fc.constantFrom(...signs), { minLength: 400, maxLength: 2_000 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      expect([...graphemesOf(text)]).toEqual(atOnce(text))
    }),
  )
  for (const text of [
    '',
    `a${'\u0301'.repeat(3_000)}b`,
    '🇩🇪'.repeat(600),
    `x${'🇩🇪'.repeat(600)}`,
    '👨‍👩‍👧‍👦'.repeat(300),
  ]) {
    expect([...graphemesOf(text)]).toEqual(atOnce(text))
  }
})
