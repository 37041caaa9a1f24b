import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '@/tests/support/browser/local-storage'
import { blankDraft } from '../draft/draft'
import { dropEdits, keepEdits, readEdits } from './retry-copy'

const story = { projectId: 'p', storyId: 's' }
const initial = { ...blankDraft(['x']), caption: 'Doors open at nine' }
const edited = { ...initial, overrides: { x: { caption: 'Doors open at ten' } } }

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  stubLocalStorage()
})

test('edits stay on this device until they are dropped or taken back', () => {
  keepEdits(story, { draft: edited, initial })
  expect(readEdits(story, initial)).toEqual(edited)
  dropEdits(story)
  expect(readEdits(story, initial)).toBeNull()
  keepEdits(story, { draft: edited, initial })
  keepEdits(story, { draft: initial, initial })
  expect(readEdits(story, initial)).toBeNull()
})

test('channels without edits have no version of their own', () => {
  const two = { ...initial, channels: ['x' as const, 'threads' as const] }
  keepEdits(story, { draft: { ...two, overrides: edited.overrides }, initial: two })
  expect(Object.keys(readEdits(story, two)?.overrides ?? {})).toEqual(['x'])
})

test('only channels that can still be edited are restored, on the newest text of the story', () => {
  keepEdits(story, { draft: { ...edited, overrides: { ...edited.overrides, threads: { caption: 'Ten' } } }, initial })
  const newest = { ...initial, caption: 'Doors open at nine sharp' }
  expect(readEdits(story, newest)).toEqual({ ...newest, overrides: edited.overrides })
  expect(readEdits(story, { ...newest, channels: ['threads'], overrides: {} })?.overrides).toEqual({
    threads: { caption: 'Ten' },
  })
})
