import { expect, test, vi } from 'vitest'
import type { Asset } from '@/lib/media/contract'
import { AssetDrafts, type AssetFieldName } from './asset-drafts'

const file = { id: '1', name: 'Rye.png', alt_text: null, category: null, tags: ['bread'] } as unknown as Asset

/** The server keeps what is sent to it. */
function aServer() {
  let saved = file
  const send = vi.fn(async (change: object) => {
    saved = { ...saved, ...change }
    return saved
  })
  return { send, drafts: new AssetDrafts(file, send), saved: () => saved }
}
const stateOf = (drafts: AssetDrafts, name: AssetFieldName) => drafts.get().states[name]?.kind

test('sends each changed field by itself, once', async () => {
  const { drafts, send, saved } = aServer()
  drafts.type('name', ' Rye bread ')
  drafts.type('tags', 'bread, crust,')
  drafts.type('category', '')
  expect(await drafts.save()).toBe(true)
  expect(await drafts.save()).toBe(true)
  expect(send.mock.calls).toEqual([[{ name: 'Rye bread' }], [{ tags: ['bread', 'crust'] }]])
  expect(drafts.get().texts).toEqual({ name: 'Rye bread', alt_text: '', category: '', tags: 'bread, crust' })
  expect(stateOf(drafts, 'name')).toBe('saved')
  expect(saved().name).toBe('Rye bread')
})

test('keeps what was typed when a save fails, and sends it again', async () => {
  const { drafts, send, saved } = aServer()
  send.mockRejectedValueOnce(new Error('You are offline.'))
  drafts.type('alt_text', 'A loaf')
  expect(await drafts.save()).toBe(false)
  // The list was loaded again meanwhile.
  drafts.load({ ...file, name: 'Renamed.png' })
  expect(drafts.get().texts).toMatchObject({ name: 'Renamed.png', alt_text: 'A loaf' })
  expect(stateOf(drafts, 'alt_text')).toBe('failed')
  expect(await drafts.save()).toBe(true)
  expect(saved().alt_text).toBe('A loaf')
})

test('saves what was typed during a save', async () => {
  const { drafts, send, saved } = aServer()
  drafts.type('name', 'First')
  const first = drafts.save()
  drafts.type('name', 'Second')
  expect(stateOf(drafts, 'name')).toBe('saving')
  await Promise.all([first, drafts.save()])
  expect(send).toHaveBeenCalledTimes(2)
  expect(saved().name).toBe('Second')
})

test('never sends an empty name', async () => {
  const { drafts, send } = aServer()
  drafts.type('name', ' ')
  expect(await drafts.save()).toBe(false)
  expect(stateOf(drafts, 'name')).toBe('failed')
  expect(send).not.toHaveBeenCalled()
})
