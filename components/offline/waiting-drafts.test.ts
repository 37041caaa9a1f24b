import { beforeEach, expect, test, vi } from 'vitest'
import { blankDraft } from '@/components/composer/draft/draft'
import { readLocalDraft, writeLocalDraft } from '@/components/stories/local-draft'
import { stubLocalStorage } from '@/tests/support/browser/local-storage'
import { discardDrafts, waitingDrafts } from './waiting-drafts'

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('navigator', {})
  stubLocalStorage()
})

const write = (slot: string, patch: object): void => {
  writeLocalDraft('p', slot, JSON.stringify({ draft: { ...blankDraft(['x']), ...patch }, saved: null, base: null }))
}

test('a draft in which only a pillar and a time were chosen is not listed', async () => {
  write('new', { contentType: 'recipes', localTime: '2031-05-01T09:00' })
  write('new-2', { hashtags: '#bread' })
  write('new-3', { caption: 'Rye' })
  expect(await waitingDrafts('p')).toEqual([
    { slot: 'new-2', caption: '' },
    { slot: 'new-3', caption: 'Rye' },
  ])
})

test('discarded drafts come back with undo, also when a newer draft has their slot', async () => {
  write('new', { caption: 'Rye' })
  const putBack = discardDrafts('p', await waitingDrafts('p'))
  expect(await waitingDrafts('p')).toEqual([])
  write('new', { caption: 'Wheat' })
  putBack()
  expect(await waitingDrafts('p')).toEqual([
    { slot: 'new', caption: 'Wheat' },
    { slot: 'new-2', caption: 'Rye' },
  ])
  expect(readLocalDraft('p', 'new-3')).toBeNull()
})
