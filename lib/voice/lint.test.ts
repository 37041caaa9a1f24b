import { describe, expect, test } from 'vitest'
import { lint } from './lint'
import type { VoiceRules } from './rules'

const none: VoiceRules = {
  forbidden_words: [],
  forbidden_phrases: [],
  block_emojis: false,
  max_exclamation_count: null,
  block_all_caps_words: false,
}

/** What is found in one caption, as `value@position`. */
const found = async (rules: Partial<VoiceRules>, caption: string): Promise<string[]> =>
  (await lint({ ...none, ...rules }, { default: caption })).violations.map(
    ({ value, position }) => `${value}@${position}`,
  )

test('a project without rules is not affected', async () => {
  expect(await lint(null, { default: 'CHEAP!!! 🔥' })).toEqual({ ok: true, rules_present: false, violations: [] })
})

test('rules that nothing breaks are present and satisfied', async () => {
  expect(await lint(none, { default: 'CHEAP!!! 🔥' })).toEqual({ ok: true, rules_present: true, violations: [] })
})

test('each caption is held against the rules on its own, and a violation names its channel', async () => {
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

test('violations of one caption come in the order of reading, whatever rule they break', async () => {
  const rules = { ...none, forbidden_words: ['deal'], block_emojis: true, max_exclamation_count: 0 }
  const { violations } = await lint(rules, { default: '🔥 Wow! A deal' })
  const types = violations.map(({ type }) => type)
  expect(types).toEqual(['emoji', 'exclamation', 'word'])
})

describe('words', () => {
  const cases: [string, string, string, string[]][] = [
    ['case is ignored and the text is shown as written', 'cheap', 'Cheap and CHEAP', ['Cheap@0', 'CHEAP@10']],
    ['a part of a word is not the word', 'art', 'start artful party', []],
    ['digits and underscores belong to a word', 'art', 'art2 art_ 2art', []],
    ['marks around a word do not hide it', 'art', '“art”, (art) #art!', ['art@1', 'art@8', 'art@14']],
    ['a letter with an accent is a letter', 'caf', 'café', []],
    ['composed and decomposed are one', 'café', 'cafe\u0301!', ['cafe\u0301@0']],
    ['sharp s and double s are one', 'strasse', 'Straße', ['Straße@0']],
    ['final sigma is a sigma', 'λόγος', 'ΛΌΓΟΣ', ['ΛΌΓΟΣ@0']],
    ['fancy letters are letters', 'cheap', '𝗰𝗵𝗲𝗮𝗽', ['𝗰𝗵𝗲𝗮𝗽@0']],
    ['a soft hyphen hides nothing', 'cheap', 'che\u00adap', ['che\u00adap@0']],
    ['scripts without spaces have no word edges', '安い', 'とても安いです', ['安い@3']],
    ['a mark in the word is found literally', 'c++', 'I like C++.', ['C++@7']],
    ['positions count code points', 'deal', '👨‍👩‍👧 deal', ['deal@6']],
    ['an empty entry of the list finds nothing', ' ', 'a b', []],
  ]
  test.each(cases)('%s', async (_, word, caption, expected) => {
    expect(await found({ forbidden_words: [word] }, caption)).toEqual(expected)
  })
})

test('a phrase is found anywhere, over any white space', async () => {
  expect(await found({ forbidden_phrases: ['best price'] }, 'The BEST\n  price!')).toEqual(['BEST\n  price@4'])
  expect(await found({ forbidden_phrases: ['act now'] }, 'React nowhere')).toEqual(['act now@2'])
})

describe('emojis', () => {
  const cases: [string, string, string[]][] = [
    ['one violation for one picture, however many code points it has', 'a👨‍👩‍👧b', ['👨‍👩‍👧@1']],
    ['flags and key caps are pictures', '🇩🇪 1️⃣', ['🇩🇪@0', '1️⃣@3']],
    ['skin tones belong to the picture', '👍🏽', ['👍🏽@0']],
    ['a heart without its selector is one all the same', 'I ❤ it', ['❤@2']],
    ['digits and signs of ordinary writing are none', '1 # * © ® ™ → ★', []],
    ['a sign that asks for colour is one', '©️', ['©️@0']],
  ]
  test.each(cases)('%s', async (_, caption, expected) => {
    expect(await found({ block_emojis: true }, caption)).toEqual(expected)
  })
})

test('exclamation marks past the allowed ones are named, and null allows any number', async () => {
  expect(await found({ max_exclamation_count: 1 }, 'Hi! You! There！')).toEqual(['!@7', '！@14'])
  expect(await found({ max_exclamation_count: 0 }, 'Hi!')).toEqual(['!@2'])
  expect(await found({ max_exclamation_count: null }, '!!!!')).toEqual([])
})

describe('capitals', () => {
  const cases: [string, string, string[]][] = [
    ['four letters are enough, three are not', 'BIG SALE', ['SALE@4']],
    ['one small letter makes it a word like others', 'SALEs', []],
    ['digits do not count as letters', 'MP3S COVID19', ['COVID19@5']],
    ['every script with case has capitals', 'ÄRGER ПРИВЕТ', ['ÄRGER@0', 'ПРИВЕТ@6']],
    ['letters without case shout nothing', '日本語文字', []],
    ['an address is not a word', 'https://a.example/SALE WWW.SALE.EXAMPLE', []],
  ]
  test.each(cases)('%s', async (_, caption, expected) => {
    expect(await found({ block_all_caps_words: true }, caption)).toEqual(expected)
  })
})
