import { expect, test } from 'vitest'
import { blankDraft, type Draft } from '../draft/draft'
import type { Base } from './base'
import { startingPoint } from './load-draft'

const draft: Draft = { ...blankDraft(['x']), caption: 'Bread' }
const newest: Base = { draft, saved: { id: 'story-1', updatedAt: 't2', isScheduled: false } }
const mine = { ...draft, caption: 'Mine' }
const slide = (key: string) => ({ key, media_url: `https://a.example/${key}.png` })

test('without a local copy the draft is the server’s version with the values of the URL', () => {
  const filled = { ...draft, localTime: '2030-01-01T09:00' }
  const found = startingPoint({ newest, draft: filled, copy: null, filled: {} })
  expect(found).toEqual({ base: newest, draft: filled, isRestored: false, conflict: null })
})

test('a copy of the newest version is restored on the version it was edited from', () => {
  const copy = { draft: mine, saved: newest.saved, base: draft }
  const found = startingPoint({ newest, draft, copy, filled: {} })
  expect(found).toEqual({ base: newest, draft: mine, isRestored: true, conflict: null })
})

test('a copy of an older version is a conflict', () => {
  const old = { ...draft, caption: 'Old' }
  const copy = { draft: mine, saved: { id: 'story-1', updatedAt: 't1', isScheduled: false }, base: old }
  const found = startingPoint({ newest, draft, copy, filled: {} })
  expect(found).toEqual({ base: newest, draft: mine, isRestored: false, conflict: { base: old, theirs: newest } })
})

test('a copy of a new story keeps its media and gets the time and media of the URL', () => {
  const blank: Base = { draft: blankDraft(['x']), saved: null }
  const copy = { draft: { ...mine, slides: [slide('a')] }, saved: null, base: blank.draft }
  const filled = { localTime: '2030-01-01T09:00', slides: [slide('b')] }
  const found = startingPoint({ newest: blank, draft: { ...blank.draft, ...filled }, copy, filled })
  expect(found.draft).toEqual({ ...mine, ...filled, slides: [slide('a'), slide('b')] })
  expect(found.isRestored).toBe(true)
})
