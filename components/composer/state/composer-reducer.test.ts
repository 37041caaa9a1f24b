import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/client'
import type { StoryDetail } from '@/lib/stories/contract'
import { blankDraft, type Draft } from '../draft/draft'
import type { Base } from './base'
import { type ComposerEvent, composerReducer, type Effect } from './composer-reducer'
import { type ComposerState, initialComposer, localCopyOf, primaryAction, saveStatusOf } from './composer-state'
import { NewerVersion } from './story-saver'

const draft: Draft = { ...blankDraft(['x']), caption: 'Bread' }
const saved = { id: 'story-1', updatedAt: 't1', isScheduled: false }
const onServer: Base = { draft, saved }
const isNew: Base = { draft: blankDraft(['x']), saved: null }

/** A composer that runs events and collects effects. `at` is the time of the next events in ms. */
function composer(initial: Base, found: Partial<Extract<ComposerEvent, { type: 'loaded' }>> = {}) {
  let state = initialComposer({ initial, filled: {}, timeZone: 'UTC' })
  const effects: Effect[] = []
  const run = (event: ComposerEvent, at = 0): ComposerState => {
    const step = composerReducer(state, event, at)
    effects.push(...step.effects)
    state = step.state
    return state
  }
  run({ type: 'loaded', slot: 'new', base: initial, draft: initial.draft, isRestored: false, conflict: null, ...found })
  const write = (caption: string, at = 0) => run({ type: 'edited', patch: { caption } }, at)
  return { run, write, effects, state: () => state, status: () => saveStatusOf(state).kind }
}

const theirs = (caption: string): NewerVersion =>
  new NewerVersion({
    ...{ id: 'story-1', updated_at: 't2', status: 'draft', title: null, caption, hashtags: null, slides: [] },
    ...{ destination_url: null, post_type: 'single', channels: ['x'], channel_overrides: {}, comment_ask: null },
    ...{ comment_ask_mode: 'append', utm_campaign: null, utm_content: null, utm_term: null },
    ...{ content_type: null, template_id: null },
    ...{ pin_to_grid: false, pin_until_at: null, scheduled_at: null },
  } as unknown as StoryDetail)

const apiError = (status: number, issues: ApiError['issues'] = []): ApiError =>
  new ApiError(status, 'validation_error', 'Failed.', issues, null)

test('before the draft is loaded nothing is saved or stored', () => {
  const state = initialComposer({ initial: onServer, filled: { caption: 'From the URL' }, timeZone: 'UTC' })
  expect(composerReducer(state, { type: 'saveDue' }, 0)).toEqual({ state, effects: [] })
  expect(composerReducer(state, { type: 'storeDue' }, 0)).toEqual({ state, effects: [] })
})

test('saves 1 s after the last edit, and at most 8 s after the first', () => {
  const it = composer(onServer)
  expect(it.write('Bread 1', 0).saveAt).toBe(1_000)
  expect(it.write('Bread 2', 900).saveAt).toBe(1_900)
  expect(it.write('Bread 3', 7_500).saveAt).toBe(8_000)
  expect(it.write('Bread 4', 9_000).saveAt).toBe(9_000)
})

test('an edit of only the time does not restart the timer', () => {
  const it = composer(onServer)
  it.write('Bread 1', 0)
  expect(it.run({ type: 'edited', patch: { localTime: '2030-01-01T09:00' } }, 500).saveAt).toBe(1_000)
})

test('a save while typing goes on: the newer text is saved next', () => {
  const it = composer(onServer)
  it.write('One')
  it.run({ type: 'saveDue' }, 1_000)
  expect(it.effects).toEqual([{ type: 'autosave', draft: { ...draft, caption: 'One' } }])
  expect(it.write('Two', 1_100)).toMatchObject({ phase: 'saving', saveAt: null })
  it.run(
    { type: 'serverSaved', base: { draft: { ...draft, caption: 'One' }, saved: { ...saved, updatedAt: 't2' } } },
    1_200,
  )
  expect(it.run({ type: 'autosaveDone' }, 1_200)).toMatchObject({ phase: 'editing', saveAt: 2_200 })
  expect(it.status()).toBe('saving')
})

const statuses: [string, Base, Partial<Draft>, string][] = [
  ['a new story without text', isNew, {}, 'empty'],
  ['a new story with two characters', isNew, { caption: 'ab' }, 'blocked'],
  ['a new story with three characters', isNew, { caption: 'abc' }, 'saving'],
  ['no change', onServer, {}, 'saved'],
  ['a change', onServer, { caption: 'More bread' }, 'saving'],
  ['only a time', onServer, { localTime: '2030-01-01T09:00' }, 'saved'],
  ['a new story without a channel', isNew, { caption: 'Bread', channels: [] }, 'saving'],
  [
    'no caption, no channel and an incomplete URL',
    onServer,
    { caption: '', channels: [], destinationUrl: 'a' },
    'saved',
  ],
  ['a scheduled story', { draft, saved: { ...saved, isScheduled: true } }, { caption: 'More' }, 'manual'],
]
test.each(statuses)('status of %s', (_, initial, patch, status) => {
  const it = composer(initial)
  const { saveAt } = it.run({ type: 'edited', patch })
  expect(it.status()).toBe(status)
  // The timer runs exactly if something is about to be saved.
  expect(saveAt !== null).toBe(status === 'saving')
})

test('a draft is saved without its incomplete link, which stays in this browser', () => {
  const it = composer(onServer)
  it.run({ type: 'edited', patch: { caption: 'More', destinationUrl: 'not a url' } })
  it.run({ type: 'saveDue' })
  const sent = { ...draft, caption: 'More' }
  expect(it.effects).toEqual([{ type: 'autosave', draft: sent }])
  it.run({ type: 'serverSaved', base: { draft: sent, saved } })
  it.run({ type: 'autosaveDone' })
  expect(saveStatusOf(it.state())).toEqual({ kind: 'saved', leftOut: ['the incomplete URL'] })
  expect(localCopyOf(it.state())?.draft.destinationUrl).toBe('not a url')
})

test('the note on restored changes goes once they are saved', () => {
  const it = composer(onServer, { draft: { ...draft, caption: 'Restored' }, isRestored: true })
  expect(it.run({ type: 'saveDue' }).isRestored).toBe(true)
  expect(it.run({ type: 'serverSaved', base: { draft: it.state().draft, saved } }).isRestored).toBe(false)
})

test('temporary failures are retried after growing delays', () => {
  const it = composer(onServer)
  it.write('More')
  const delays = [3_000, 10_000, 30_000, 60_000, 60_000].map((delay) => {
    it.run({ type: 'saveDue' })
    const failed = {
      type: 'autosaveFailed',
      error: apiError(503),
      draft: it.state().draft,
    } as const
    expect(it.run(failed, 100)).toMatchObject({ phase: 'editing', saveAt: 100 + delay })
    return it.status()
  })
  expect(new Set(delays)).toEqual(new Set(['failed']))
})

test('back online: a temporary failure is retried at once', () => {
  const it = composer(onServer)
  it.write('More', 0)
  it.run({ type: 'saveDue' }, 1_000)
  it.run({ type: 'autosaveFailed', error: apiError(0), draft: it.state().draft }, 1_100)
  expect(it.run({ type: 'cameBack' }, 20_000)).toMatchObject({ failure: null, saveAt: 20_000 })
})

test('refused content is not sent again until it changes', () => {
  const it = composer(onServer)
  it.write('Refused')
  it.run({ type: 'saveDue' })
  expect(it.run({ type: 'autosaveFailed', error: apiError(400), draft: it.state().draft }).saveAt).toBeNull()
  expect(it.status()).toBe('failed')
  expect(it.run({ type: 'cameBack' }).saveAt).toBeNull()
  expect(it.write('Better', 50)).toMatchObject({ saveAt: 1_050 })
  expect(it.status()).toBe('saving')
})

test('the first save moves the local copy from its slot to the story and puts the id into the URL', () => {
  const it = composer(isNew, { slot: 'new-2' })
  it.write('Fresh bread')
  it.run({ type: 'saveDue' })
  const { draft: sent } = it.state()
  it.run({ type: 'serverSaved', base: { draft: sent, saved } })
  expect(it.effects).toEqual([
    { type: 'autosave', draft: sent },
    { type: 'removeStored', name: 'new-2' },
    { type: 'store' },
    { type: 'showInUrl', storyId: 'story-1' },
  ])
  expect(localCopyOf(it.state())).toBeNull()
})

test('stores a local copy 400 ms after an edit', () => {
  const it = composer(onServer)
  expect(it.write('More', 100).storeAt).toBe(500)
  expect(it.run({ type: 'storeDue' }, 500)).toMatchObject({ storeAt: null })
  expect(it.effects).toEqual([{ type: 'store' }])
  expect(localCopyOf(it.state())).toEqual({ draft: { ...draft, caption: 'More' }, saved, base: draft })
})

test('a new story with only a time is not stored', () => {
  const it = composer(isNew)
  it.run({ type: 'edited', patch: { localTime: '2030-01-01T09:00' } })
  expect(localCopyOf(it.state())).toBeNull()
})

test('another version opens the dialog, and autosave stops until it is resolved', () => {
  const it = composer(onServer)
  it.write('Mine')
  it.run({ type: 'saveDue' })
  it.run({ type: 'autosaveFailed', error: theirs('Theirs'), draft: it.state().draft })
  expect(it.state()).toMatchObject({ phase: 'conflict', conflict: { isOpen: true, base: draft }, saveAt: null })
  expect(it.run({ type: 'conflictClosed' }).conflict?.isOpen).toBe(false)
  expect(it.write('Still mine', 0).saveAt).toBeNull()
  // A finish button asks again instead of saving.
  expect(it.run({ type: 'finishPressed', action: 'draft', approval: 'not needed', issue: null }).conflict?.isOpen).toBe(
    true,
  )
  const merged = { ...it.state().draft, caption: 'Merged' }
  const resolved = it.run({ type: 'conflictResolved', merged }, 100)
  expect(resolved).toMatchObject({
    phase: 'editing',
    conflict: null,
    draft: merged,
    base: { saved: { updatedAt: 't2' } },
  })
  expect(resolved.saveAt).toBe(1_100)
})

test('a resolved conflict can be undone until the next edit', () => {
  const it = composer(onServer)
  it.write('Mine')
  it.run({ type: 'saveDue' })
  it.run({ type: 'autosaveFailed', error: theirs('Theirs'), draft: it.state().draft })
  const merged = { ...it.state().draft, caption: 'Merged' }
  it.run({ type: 'conflictResolved', merged })
  it.write('Changed')
  expect(it.run({ type: 'resolutionUndone' }).phase).toBe('editing')
  it.write('Merged')
  expect(it.run({ type: 'resolutionUndone' })).toMatchObject({ phase: 'conflict', draft: { caption: 'Mine' } })
})

test('the same content saved by someone else is no conflict', () => {
  const it = composer(onServer)
  it.write('Same')
  it.run({ type: 'saveDue' })
  it.run({ type: 'autosaveFailed', error: theirs('Same'), draft: it.state().draft })
  expect(it.state()).toMatchObject({ phase: 'editing', conflict: null, base: { saved: { updatedAt: 't2' } } })
  expect(it.status()).toBe('saved')
})

test('keeping both versions makes mine a new story', () => {
  const it = composer(onServer)
  it.write('Mine')
  it.run({ type: 'saveDue' })
  it.run({ type: 'autosaveFailed', error: theirs('Theirs'), draft: it.state().draft })
  it.run({ type: 'bothKept' })
  it.run({ type: 'slotTaken', slot: 'new-3' })
  expect(it.effects.slice(1)).toEqual([
    { type: 'takeEmptySlot' },
    { type: 'removeStored', name: 'story-1' },
    { type: 'showInUrl', storyId: null },
  ])
  expect(it.state()).toMatchObject({
    phase: 'editing',
    base: { saved: null },
    draft: { caption: 'Mine' },
    slot: 'new-3',
  })
})

test('a finish button names the missing field and focuses it', () => {
  const it = composer(onServer)
  it.run({ type: 'tabChosen', tab: 'x' })
  const state = it.run({ type: 'finishPressed', action: 'schedule', approval: 'not needed', issue: null })
  expect(state).toMatchObject({ phase: 'editing', tab: 'all', focus: { target: { channel: null, field: 'time' } } })
  expect(state.finish.missing?.message).toBe('Choose a time.')
  expect(it.effects).toEqual([])
})

test('a typing error in the time keeps the last time and never means “now”', () => {
  const it = composer(onServer)
  it.run({ type: 'timeUnreadable', text: '25:30' })
  expect(primaryAction(it.state())).toBe('schedule')
  it.run({ type: 'edited', patch: { localTime: '2031-01-01T09:00' } })
  expect(it.state().unreadableTime).toBeNull()
  const state = it.run({ type: 'timeUnreadable', text: '2031-01-01 25:30' })
  expect(state).toMatchObject({ unreadableTime: '2031-01-01 25:30', draft: { localTime: '2031-01-01T09:00' } })
  // “Now” is only what the user chooses.
  expect(primaryAction(it.run({ type: 'edited', patch: { localTime: '' } }))).toBe('publish')
})

test('known issues are not sent: the first is focused, and the draft is saved', () => {
  const it = composer(onServer)
  it.write('Too long', 0)
  const issue = { channel: null, field: 'caption' } as const
  const state = it.run({ type: 'finishPressed', action: 'schedule', approval: 'not needed', issue: null })
  expect(state.finish.isBlocked).toBe(false)
  it.run({ type: 'edited', patch: { localTime: '2031-01-01T09:00' } })
  expect(it.run({ type: 'finishPressed', action: 'schedule', approval: 'not needed', issue })).toMatchObject({
    phase: 'saving',
    focus: { target: issue },
    finish: { action: null, isBlocked: true },
  })
  expect(it.effects).toEqual([{ type: 'autosave', draft: it.state().draft }])
  expect(it.write('Short').finish.isBlocked).toBe(false)
})

test('finishing: autosave is off, and the local copy is removed at the end', () => {
  const it = composer(onServer)
  it.write('Done', 0)
  expect(it.run({ type: 'finishPressed', action: 'publish', approval: 'asked', issue: null })).toMatchObject({
    phase: 'finishing',
    saveAt: null,
  })
  expect(it.run({ type: 'finishPressed', action: 'publish', approval: 'asked', issue: null }).phase).toBe('finishing')
  expect(it.run({ type: 'finishDone' })).toMatchObject({ phase: 'finished', storeAt: null })
  it.run({ type: 'storeDue' })
  expect(it.effects).toEqual([
    { type: 'finish', action: 'publish', draft: it.state().draft, approval: 'asked' },
    { type: 'removeStored', name: 'story-1' },
  ])
})

test('a failed finish goes on with autosave, and an edit clears the refusal', () => {
  const it = composer(onServer)
  it.write('Too long', 0)
  it.run({ type: 'finishPressed', action: 'publish', approval: 'not needed', issue: null })
  const error = apiError(400, [{ path: 'caption', code: 'too_big', message: 'is too long' }])
  expect(it.run({ type: 'finishFailed', error }, 100)).toMatchObject({
    phase: 'editing',
    finish: { error, isBlocked: true },
    focus: { target: { channel: null, field: 'caption' } },
    saveAt: 1_100,
  })
  expect(it.run({ type: 'tabChosen', tab: 'x' }).finish.error).toBe(error)
  expect(it.write('Short').finish.error).toBeNull()
})

test('a newer version met by a finish button opens the dialog', () => {
  const it = composer(onServer)
  it.write('Mine')
  it.run({ type: 'finishPressed', action: 'draft', approval: 'not needed', issue: null })
  expect(it.run({ type: 'finishFailed', error: theirs('Theirs') })).toMatchObject({
    phase: 'conflict',
    finish: { action: null, error: null },
  })
})

test('discarding the local copy returns to the server’s version', () => {
  const restored = { ...draft, caption: 'Restored' }
  const it = composer(onServer, { draft: restored, isRestored: true })
  expect(it.run({ type: 'localCopyDiscarded' })).toMatchObject({ draft, isRestored: false })
  expect(it.effects).toEqual([{ type: 'removeStored', name: 'story-1' }])
})

test('a local copy of an older version opens the dialog at once', () => {
  const mine = { ...draft, caption: 'Mine' }
  const it = composer(onServer, { draft: mine, conflict: { base: draft, theirs: onServer } })
  expect(it.state()).toMatchObject({ phase: 'conflict', draft: mine, saveAt: null, conflict: { isOpen: true } })
})
