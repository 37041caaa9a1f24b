import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLocalDraft } from '@/components/stories/local-draft'
import { stubLocalStorage } from '@/tests/support/browser/local-storage'
import { blankDraft } from '../draft/draft'
import type { Saved } from './base'
import { type ComposerStore, createComposerStore, type Finished } from './composer-store'

/** Effects of the composer against a stand-in browser and server. */

const sent: { method: string; path: string; caption?: string }[] = []
let isOnline = true
let canApprove = true
const at = '2031-05-01T09:00:00.000Z'
let stop = (): void => {}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const location = { pathname: '/p/compose', search: '' }
  const replaceState = (_: unknown, __: string, url: string): void => {
    location.pathname = url
  }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location, history: { replaceState } }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', {})
  stubLocalStorage()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    sent.push({ method, path, ...(body ? { caption: JSON.parse(String(body)).caption } : {}) })
    const story = { id: 'story-1', updated_at: `t${sent.length}`, status: 'draft' }
    if (path.endsWith('/approve') && !canApprove) return Response.json({ error: 'x' }, { status: 409 })
    const content_queue = ['pending', 'approved'].map((status) => ({ id: `${status}-item`, status, scheduled_at: at }))
    if (method === 'GET') return Response.json({ ...story, status: 'scheduled', scheduled_at: at, content_queue })
    return Response.json({ story, scheduled_at: 'in a minute' })
  })
})

afterEach(() => {
  stop()
  sent.length = 0
  isOnline = true
  canApprove = true
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function aComposer(onFinished: (done: Finished) => void = () => {}, saved: Saved | null = null) {
  const initial = { draft: blankDraft(['x']), saved }
  const store = createComposerStore({
    ...{ projectId: 'p', timeZone: 'UTC', initial, filled: {} },
    onFinished,
    onLateSave: () => {},
  })
  stop = store.start()
  await vi.waitFor(() => expect(store.get().phase).toBe('editing'))
  return store
}

const write = ({ dispatch }: ComposerStore, caption: string): void => dispatch({ type: 'edited', patch: { caption } })

test('stores a local copy, saves, and puts the id into the URL', async () => {
  const store = await aComposer()
  write(store, 'Bread')
  await vi.advanceTimersByTimeAsync(400)
  expect(readLocalDraft('p', 'new')).toContain('Bread')
  await vi.advanceTimersByTimeAsync(600)
  expect(sent).toEqual([{ method: 'POST', path: '/api/v1/stories', caption: 'Bread' }])
  expect(store.get()).toMatchObject({ phase: 'editing', base: { saved: { id: 'story-1' } } })
  expect(window.location.pathname).toBe('/p/compose?story=story-1')
  expect(readLocalDraft('p', 'new')).toBeNull()
  expect(readLocalDraft('p', 'story-1')).toBeNull()
})

test('a pillar from the link that opened it is no draft until something is typed', async () => {
  const store = await aComposer()
  store.dispatch({ type: 'edited', patch: { contentType: 'recipes', localTime: '2031-05-01T09:00' } })
  await vi.advanceTimersByTimeAsync(400)
  expect(readLocalDraft('p', 'new')).toBeNull()
  isOnline = false
  write(store, 'Bread')
  await vi.advanceTimersByTimeAsync(400)
  expect(readLocalDraft('p', 'new')).toContain('recipes')
  write(store, ' ')
  await vi.advanceTimersByTimeAsync(400)
  expect(readLocalDraft('p', 'new')).toBeNull()
})

test('offline: retries when the browser is online again', async () => {
  const store = await aComposer()
  isOnline = false
  write(store, 'Bread')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.get().failure).toMatchObject({ isTemporary: true, count: 1 })
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1_000)
  // The create is repeated because its response was lost, then the draft is saved.
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PATCH'])
  expect(store.get().failure).toBeNull()
})

test('leaving the page stores and saves at once', async () => {
  const store = await aComposer()
  write(store, 'Bread')
  stop()
  expect(readLocalDraft('p', 'new')).toContain('Bread')
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
  // Otherwise text typed during the save would be stored on this device only.
  expect(readLocalDraft('p', 'new')).toBeNull()
})

test('publish now saves, publishes and finishes', async () => {
  const finished: string[] = []
  const store = await aComposer(({ storyId }) => finished.push(storyId))
  write(store, 'Bread')
  store.dispatch({ type: 'finishPressed', action: 'publish', approval: 'not needed', issue: null })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map(({ method, path }) => [method, path])).toEqual([
    ['POST', '/api/v1/stories'],
    ['POST', '/api/v1/stories/story-1/publish'],
  ])
  expect(finished).toEqual(['story-1'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.get().phase).toBe('finished')
  expect(readLocalDraft('p', 'story-1')).toBeNull()
})

test('publish now of a scheduled story remembers when it was to be posted', async () => {
  const finished: Finished[] = []
  const store = await aComposer((done) => finished.push(done), { id: 'story-1', updatedAt: 't0', isScheduled: true })
  write(store, 'Bread')
  store.dispatch({ type: 'finishPressed', action: 'publish', approval: 'not needed', issue: null })
  await vi.waitFor(() => expect(finished).toMatchObject([{ at: 'in a minute', before: { at, own: [] } }]))
})

test.each([
  [true, 'given'],
  [false, 'asked'],
])('approve and post now, if the server approves: %s', async (isApproved, approval) => {
  canApprove = isApproved
  const finished: Finished[] = []
  const store = await aComposer((done) => finished.push(done))
  write(store, 'Bread')
  store.dispatch({ type: 'finishPressed', action: 'publish', approval: 'given', issue: null })
  await vi.waitFor(() => expect(finished).toMatchObject([{ approval, approvalError: isApproved ? null : {} }]))
  // Only what waits is approved.
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/v1/stories',
    '/api/v1/stories/story-1/publish',
    '/api/v1/stories/story-1',
    '/api/v1/queue/pending-item/approve',
  ])
})
