import { describe, expect, test } from 'vitest'
import { measureTurns } from '@/tests/support/processes/event-loop-meter'
import { lint } from './lint'
import type { VoiceRules } from './rules'

const none: VoiceRules = {
  forbidden_words: [],
  forbidden_phrases: [],
  block_emojis: false,
  max_exclamation_count: null,
  block_all_caps_words: false,
}

/** Violations of one caption, as `value@position`. */
const found = async (rules: Partial<VoiceRules>, caption: string): Promise<string[]> =>
  (await lint({ ...none, ...rules }, { default: caption })).violations.map(
    ({ value, position }) => `${value}@${position}`,
  )

test('a project without rules is not affected', async () => {
  expect(await lint(null, { default: 'CHEAP!!! 🔥' })).toEqual({ ok: true, rules_present: false, violations: [] })
})

test('a caption without violations', async () => {
  expect(await lint(none, { default: 'CHEAP!!! 🔥' })).toEqual({ ok: true, rules_present: true, violations: [] })
})

test('each caption is checked separately; violations name the channel', async () => {
  const result = await lint(
    { ...none, forbidden_words: ['cheap'] },
    { default: 'Fine.', x: 'So cheap', ghost: undefined },
  )
  expect(result).toEqual({
    ok: false,
    rules_present: true,
    violations: [{ type: 'word', value: 'cheap', position: 3, channel: 'x' }],
  })
})

test('at most 1,000 violations of all captions are listed', async () => {
  const captions = { default: '!'.repeat(600), x: '!'.repeat(600) }
  const { violations } = await lint({ ...none, max_exclamation_count: 0 }, captions)
  expect(violations).toHaveLength(1_000)
  expect(violations.at(-1)).toEqual({ type: 'exclamation', value: '!', position: 399, channel: 'x' })
})

test('violations of a caption are sorted by position, not by rule', async () => {
  const rules = { ...none, forbidden_words: ['deal'], block_emojis: true, max_exclamation_count: 0 }
  const { violations } = await lint(rules, { default: '🔥 Wow! A deal' })
  const types = violations.map(({ type }) => type)
  expect(types).toEqual(['emoji', 'exclamation', 'word'])
})

describe('words', () => {
  const cases: [string, string, string, string[]][] = [
    ['case is ignored and the text is shown as written', 'cheap', 'Cheap and CHEAP', ['Cheap@0', 'CHEAP@10']],
    ['part of a word does not match', 'art', 'start artful party', []],
    ['digits and underscores belong to a word', 'art', 'art2 art_ 2art', []],
    ['matches next to punctuation', 'art', '“art”, (art) #art!', ['art@1', 'art@8', 'art@14']],
    ['a letter with an accent is a letter', 'caf', 'café', []],
    ['composed and decomposed letters are equal', 'café', 'cafe\u0301!', ['cafe\u0301@0']],
    ['ß and ss are equal', 'strasse', 'Straße', ['Straße@0']],
    ['final sigma is a sigma', 'λόγος', 'ΛΌΓΟΣ', ['ΛΌΓΟΣ@0']],
    ['fancy letters are letters', 'cheap', '𝗰𝗵𝗲𝗮𝗽', ['𝗰𝗵𝗲𝗮𝗽@0']],
    ['soft hyphens are ignored', 'cheap', 'che\u00adap', ['che\u00adap@0']],
    ['scripts without spaces have no word edges', '安い', 'とても安いです', ['安い@3']],
    ['special characters in the word match literally', 'c++', 'I like C++.', ['C++@7']],
    ['positions count code points', 'deal', '👨‍👩‍👧 deal', ['deal@6']],
    ['an empty entry matches nothing', ' ', 'a b', []],
    ['regular expression syntax matches literally', '(a+)+$', 'aaaa (a+)+$ a+', ['(a+)+$@5']],
    ['a character class matches literally', '[a-z].*', 'abc [a-z].* x', ['[a-z].*@4']],
    ['a Turkish dotted capital I is an i', 'indirim', 'Büyük İNDİRİM', ['İNDİRİM@6']],
    ['a Turkish dotless i is the lower case of I', 'ışık', 'IŞIK', ['IŞIK@0']],
    ['Greek capitals have no accents', 'προσφορά', 'ΠΡΟΣΦΟΡΑ Προσφορά', ['ΠΡΟΣΦΟΡΑ@0', 'Προσφορά@9']],
    ['an emoji can be a word', '🔥', 'so🔥 hot', ['🔥@2']],
  ]
  test.each(cases)('%s', async (_, word, caption, expected) => {
    expect(await found({ forbidden_words: [word] }, caption)).toEqual(expected)
  })
})

test('a phrase matches anywhere, with any white space', async () => {
  expect(await found({ forbidden_phrases: ['best price'] }, 'The BEST\n  price!')).toEqual(['BEST\n  price@4'])
  expect(await found({ forbidden_phrases: ['act now'] }, 'React nowhere')).toEqual(['act now@2'])
})

describe('emojis', () => {
  const cases: [string, string, string[]][] = [
    ['one violation per emoji, regardless of its code points', 'a👨‍👩‍👧b', ['👨‍👩‍👧@1']],
    ['flags and keycaps are emojis', '🇩🇪 1️⃣', ['🇩🇪@0', '1️⃣@3']],
    ['skin tones belong to the emoji', '👍🏽', ['👍🏽@0']],
    ['a heart without variation selector is an emoji', 'I ❤ it', ['❤@2']],
    ['digits and text symbols are not emojis', '1 # * © ® ™ → ★', []],
    ['a symbol with emoji variation selector is an emoji', '©️', ['©️@0']],
    ['a symbol with text variation selector is not an emoji', '☺\ufe0e', []],
    ['a flag of a region is one emoji', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪🇫🇷', ['🏴󠁧󠁢󠁥󠁮󠁧󠁿@0', '🇩🇪@7', '🇫🇷@9']],
    ['sequences with skin tones and joiners are one emoji', '👩🏽‍🤝‍👨🏿❤️‍🔥', ['👩🏽‍🤝‍👨🏿@0', '❤️‍🔥@7']],
    ['keycaps without variation selector and unknown flags are emojis', '2\u20e3 🇽🇽', ['2\u20e3@0', '🇽🇽@3']],
  ]
  test.each(cases)('%s', async (_, caption, expected) => {
    expect(await found({ block_emojis: true }, caption)).toEqual(expected)
  })
})

test('exclamation marks over the limit are violations; null means no limit', async () => {
  expect(await found({ max_exclamation_count: 1 }, 'Hi! You! There！')).toEqual(['!@7', '！@14'])
  expect(await found({ max_exclamation_count: 0 }, 'Hi!')).toEqual(['!@2'])
  expect(await found({ max_exclamation_count: null }, '!!!!')).toEqual([])
})

describe('capitals', () => {
  const cases: [string, string, string[]][] = [
    ['four letters are enough, three are not', 'BIG SALE', ['SALE@4']],
    ['one lower-case letter is enough', 'SALEs', []],
    ['digits do not count as letters', 'MP3S COVID19', ['COVID19@5']],
    ['all scripts with upper case', 'ÄRGER ПРИВЕТ', ['ÄRGER@0', 'ПРИВЕТ@6']],
    ['Turkish', 'İNDİRİM Iğdır IŞIK ışık', ['İNDİRİM@0', 'IŞIK@14']],
    ['Greek, with accents and final sigma', 'ΠΡΟΣΦΟΡΆ Έλα ᾼΔΗΣ λόγος', ['ΠΡΟΣΦΟΡΆ@0', 'ᾼΔΗΣ@13']],
    ['letters of two code points count once', 'I\u0307S\u0327TE OU\u0308I', ['I\u0307S\u0327TE@0']],
    ['scripts without case are ignored', '日本語文字', []],
    ['URLs are ignored', 'https://a.example/SALE WWW.SALE.EXAMPLE', []],
  ]
  test.each(cases)('%s', async (_, caption, expected) => {
    expect(await found({ block_all_caps_words: true }, caption)).toEqual(expected)
  })
})

describe('the largest rules and captions do not block other requests', () => {
  const repeated = (unit: string, length: number): string =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
  const list = (count: number, entry: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => entry(index))
  const digits = (index: number): string => String(index).padStart(4, '0')
  const cases: [string, (index: number) => string, string][] = [
    ['words that start alike', (index) => repeated('a', 96) + digits(index), 'a'],
    ['words that end alike', (index) => digits(index) + repeated('a', 96), 'a'],
    ['prefixes of one long word', (index) => repeated('a', (index % 99) + 1), 'a'],
    ['regular expression syntax', (index) => repeated('(.*)+', 96) + digits(index), '(.*)+'],
    ['emojis', (index) => repeated('👩🏽‍🚀', 49) + digits(index), '👩🏽‍🚀'],
    ['words of one letter', (index) => String.fromCodePoint(0x4e00 + index), 'a a一b '],
  ]
  test.each(cases)('%s', async (_, entry, unit) => {
    const rules = {
      forbidden_words: list(500, entry),
      forbidden_phrases: list(500, (index) => entry(index).repeat(3)),
      block_emojis: true,
      max_exclamation_count: 0,
      block_all_caps_words: true,
    }
    // Other processes only ever add time, so the fastest of several runs counts.
    let longestMs = Number.POSITIVE_INFINITY
    for (let run = 0; run < 5 && longestMs >= 100; run++) {
      const meter = measureTurns()
      await lint(rules, { default: repeated(unit, 100_000) })
      longestMs = Math.min(longestMs, meter.takeLongestMs())
      meter.stop()
    }
    expect(longestMs).toBeLessThan(100)
  })
})
