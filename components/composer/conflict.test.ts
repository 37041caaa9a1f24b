import { expect, test } from 'vitest'
import { differencesOf, firstChoices, mergedBy } from './conflict'
import { blankDraft, type Draft } from './draft'

/** Two versions of one story are brought together without either losing a word that it alone changed. */
const base: Draft = { ...blankDraft(['x', 'ghost']), caption: 'Bread', title: 'Ours' }
const slide = (media_url: string, key: string) => ({ media_url, key })

test('what only one of them changed is kept, and what both changed is shown as theirs and mine', () => {
  const mine: Draft = { ...base, caption: 'My bread', hashtags: 'mine', overrides: { x: { caption: 'X' } } }
  const theirs: Draft = { ...base, caption: 'Their bread', title: 'Theirs', overrides: { ghost: { title: 'Head' } } }
  const differences = differencesOf(base, mine, theirs)
  expect(differences.map(({ label, changedBy }) => [label, changedBy])).toEqual([
    ['Title', 'them'],
    ['Caption', 'both'],
    ['Hashtags', 'me'],
    ['X: caption', 'me'],
    ['Ghost: title', 'them'],
  ])
  const merged = mergedBy(differences, firstChoices(differences), mine, theirs)
  expect(merged).toEqual({
    ...base,
    caption: 'My bread',
    title: 'Theirs',
    hashtags: 'mine',
    overrides: { x: { caption: 'X' }, ghost: { title: 'Head' } },
  })
})

test('every field can be taken from the other, also back to what all channels have', () => {
  const mine: Draft = {
    ...base,
    channels: ['x'],
    slides: [slide('https://a.example/1.png', 'a')],
    postType: 'reel',
    isPinned: true,
    localTime: '2027-01-01T09:00',
    overrides: { x: { caption: 'Mine', caption_format: 'thread' } },
  }
  const differences = differencesOf(base, mine, base)
  const all = Object.fromEntries(differences.map(({ key }) => [key, 'theirs' as const]))
  expect(mergedBy(differences, all, mine, base)).toEqual({ ...base, overrides: { x: {} } })
})

test('the same pictures under other keys are no difference', () => {
  const one = { ...base, slides: [slide('https://a.example/1.png', 'a')] }
  const other = { ...base, slides: [slide('https://a.example/1.png', 'b')] }
  expect(differencesOf(base, one, other)).toEqual([])
})
