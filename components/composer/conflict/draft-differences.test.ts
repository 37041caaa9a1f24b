import { expect, test } from 'vitest'
import { blankDraft, type Draft } from '../draft/draft'
import { differencesOf, initialChoices, mergeDrafts } from './draft-differences'

/** Merging two versions keeps the changes of both users. */
const base: Draft = { ...blankDraft(['x', 'ghost']), caption: 'Bread', title: 'Ours' }
const slide = (media_url: string, key: string) => ({ media_url, key })

test('preselects the changed version, and mine if both changed', () => {
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
  const merged = mergeDrafts(differences, initialChoices(differences), mine, theirs)
  expect(merged).toEqual({
    ...base,
    caption: 'My bread',
    title: 'Theirs',
    hashtags: 'mine',
    overrides: { x: { caption: 'X' }, ghost: { title: 'Head' } },
  })
})

test('uses every field of the other version, including removed overrides', () => {
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
  expect(mergeDrafts(differences, all, mine, base)).toEqual({ ...base, overrides: { x: {} } })
})

test('ignores the keys of slides', () => {
  const one = { ...base, slides: [slide('https://a.example/1.png', 'a')] }
  const other = { ...base, slides: [slide('https://a.example/1.png', 'b')] }
  expect(differencesOf(base, one, other)).toEqual([])
})
