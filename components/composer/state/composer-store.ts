import { replaceComposerAddress } from '@/components/composer-address/composer-address'
import { removeLocalDraft } from '@/components/stories/local-draft'
import { pendingCreateStore } from '@/components/stories/pending-create'
import { readTimes, type StoryTimes } from '@/components/stories/story-times'
import { call } from '@/lib/api/client'
import { approveQueueItem, getStory, publishStory, scheduleStory } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { Draft } from '../draft/draft'
import type { Base, Saved } from './base'
import { type ComposerEvent, composerReducer, type Effect } from './composer-reducer'
import { type ComposerState, initialComposer, localCopyOf, storageNameOf } from './composer-state'
import { type DraftSlot, defaultSlot, takeSlot } from './draft-slot'
import { loadDraft } from './load-draft'
import { writeLocalCopy } from './local-copy'
import type { Approval, FinishAction } from './missing-field'
import { createStore, type Store } from './store'
import { createStorySaver, type SaveOptions } from './story-saver'

type Options = {
  projectId: string
  timeZone: string
  initial: Base
  filled: Partial<Draft>
  /** Shows the result and opens the story. */
  onFinished: (done: Finished) => void
  /** The last edit was saved after the composer was closed. */
  onLateSave: () => void
}

/** After "Post now", `at` is when it is posted, and `before` when it was to be posted; null for a draft. */
export type Finished = {
  storyId: string
  headline: string
  action: FinishAction
  approval: Approval
  /** Why the posts wait although the user approved them. */
  approvalError: unknown
  at: string | null
  before: StoryTimes | null
  /** After “Add to queue”: when each channel is posted. */
  slots: string[]
}

type FinishEffect = Extract<Effect, { type: 'finish' }>

export type ComposerStore = Store<ComposerState, ComposerEvent> & {
  /** Loads the draft, and runs timers and listeners until the returned function is called. */
  start: () => () => void
}

/** The composer's state together with its effects: requests, local storage, timers, the page's URL. */
export function createComposerStore(options: Options): ComposerStore {
  const { projectId, timeZone, onFinished, onLateSave } = options
  let slot: DraftSlot = defaultSlot
  let isRunning = false
  const store = createStore<ComposerState, ComposerEvent, Effect>(
    initialComposer(options),
    (state, event) => composerReducer(state, event, performance.now()),
    run,
  )
  const { get, dispatch } = store
  const save = createStorySaver({
    projectId,
    timeZone,
    pending: pendingCreateStore(projectId, () => slot.name),
    saved: () => get().base.saved,
    onSaved: (base) => {
      dispatch({ type: 'serverSaved', base })
      if (!isRunning) onLateSave()
    },
  })

  function run(effect: Effect): void {
    if (effect.type === 'autosave') void autosave(effect.draft)
    if (effect.type === 'finish') void finish(effect)
    if (effect.type === 'store') storeLocally()
    if (effect.type === 'removeStored') removeLocalDraft(projectId, effect.name)
    if (effect.type === 'takeEmptySlot') void takeEmptySlot()
    // After navigation, the URL is that of another page.
    if (effect.type === 'showInUrl' && isRunning) showInUrl(effect.storyId)
  }

  async function load(): Promise<void> {
    const { base, draft } = get()
    const unchanged = { base, draft, isRestored: false, conflict: null, slot }
    const { slot: taken, ...found } = await loadDraft(options).catch(() => unchanged)
    slot = taken
    if (!isRunning) slot.release()
    dispatch({ type: 'loaded', slot: slot.name, ...found })
  }

  async function autosave(draft: Draft): Promise<void> {
    try {
      // Skip the brand voice check, so that unfinished text can be saved. Findings are shown next to the text.
      await save(draft, () => ({ lint_check: 'warn' }))
      dispatch({ type: 'autosaveDone' })
    } catch (error) {
      dispatch({ type: 'autosaveFailed', error, draft })
    }
  }

  async function finish({ action, draft, approval: wanted }: FinishEffect): Promise<void> {
    const { saved } = get().base
    try {
      const before = action === 'publish' && saved?.isScheduled ? await readTimes(saved.id) : null
      const { id } = await save(draft, (saved) => optionsOf(action, draft, saved, timeZone))
      const posted = action === 'publish' ? await call(publishStory, { id }) : null
      const queued = action === 'queue' ? await call(scheduleStory, { id, add_to_queue: true }) : null
      const slots = queued?.queue_items.flatMap(({ scheduled_at }) => scheduled_at ?? []) ?? []
      const { approval, approvalError } = action === 'draft' ? noApproval : await approve(id, wanted)
      dispatch({ type: 'finishDone' })
      const result = { storyId: id, headline: headlineOf(draft), action, approval, approvalError }
      onFinished({ ...result, at: posted?.scheduled_at ?? null, before, slots })
    } catch (error) {
      dispatch({ type: 'finishFailed', error })
    }
  }

  function storeLocally(): void {
    const name = storageNameOf(get())
    const copy = localCopyOf(get())
    if (copy) dispatch({ type: 'stored', canStore: writeLocalCopy(projectId, name, copy) })
    else removeLocalDraft(projectId, name)
  }

  async function takeEmptySlot(): Promise<void> {
    const previous = slot
    slot = await takeSlot(projectId, { mustBeEmpty: true })
    if (previous.name !== slot.name) previous.release()
    dispatch({ type: 'slotTaken', slot: slot.name })
  }

  function start(): () => void {
    const saveTimer = createTimer(() => dispatch({ type: 'saveDue' }))
    const storeTimer = createTimer(() => dispatch({ type: 'storeDue' }))
    const stopTimers = store.subscribe(() => {
      saveTimer.set(get().saveAt)
      storeTimer.set(get().storeAt)
    })
    const stopListening = listen({
      onBack: () => dispatch({ type: 'cameBack' }),
      onHidden: () => dispatch({ type: 'saveDue' }),
      onLeave: () => dispatch({ type: 'storeDue' }),
    })
    isRunning = true
    void load()
    return () => {
      isRunning = false
      stopTimers()
      saveTimer.set(null)
      storeTimer.set(null)
      stopListening()
      dispatch({ type: 'storeDue' })
      dispatch({ type: 'saveDue' })
      slot.release()
    }
  }

  return { ...store, start }
}

const noApproval = { approval: 'not needed', approvalError: null } as const

/** Approves the waiting posts of a saved story. If that fails, they wait like any other. */
async function approve(id: string, approval: Approval): Promise<Pick<Finished, 'approval' | 'approvalError'>> {
  if (approval !== 'given') return { approval, approvalError: null }
  try {
    const { content_queue } = await call(getStory, { id })
    // One after the other: they change the same story.
    for (const item of content_queue) if (item.status === 'pending') await call(approveQueueItem, { id: item.id })
    return { approval, approvalError: null }
  } catch (approvalError) {
    return { approval: 'asked', approvalError }
  }
}

/** A story keeps its time unless the action changes it. A draft is saved whatever its brand voice. */
function optionsOf(action: FinishAction, { localTime }: Draft, saved: Saved | null, timezone: string): SaveOptions {
  if (action === 'schedule') return { scheduled_at_local: localTime, timezone }
  if (action === 'draft') return { lint_check: 'warn', ...(saved?.isScheduled ? { scheduled_at: null } : {}) }
  return {}
}

/** A reload must open the story, and "New story" on the same page must not. */
function showInUrl(storyId: string | null): void {
  const { pathname } = window.location
  if (storyId === null) {
    replaceComposerAddress(pathname.replace(/\/(stories\/[^/]+\/edit|compose)$/, '/compose'))
  } else if (pathname.endsWith('/compose')) {
    const tab = new URLSearchParams(window.location.search).get('tab')
    replaceComposerAddress(`${pathname}?story=${storyId}${tab ? `&tab=${tab}` : ''}`)
  }
}

/** A timer for a time that is part of the state. */
function createTimer(onDue: () => void): { set: (at: number | null) => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: number | null = null
  return {
    set: (at) => {
      if (at === current) return
      current = at
      clearTimeout(timer)
      if (at !== null) timer = setTimeout(onDue, at - performance.now())
    },
  }
}

type Listeners = { onBack: () => void; onHidden: () => void; onLeave: () => void }

/** Tabs may be closed while hidden, without another event. */
function listen({ onBack, onHidden, onLeave }: Listeners): () => void {
  const visibility = (): void => (document.visibilityState === 'visible' ? onBack() : onHidden())
  window.addEventListener('online', onBack)
  window.addEventListener('pagehide', onLeave)
  document.addEventListener('visibilitychange', visibility)
  return () => {
    window.removeEventListener('online', onBack)
    window.removeEventListener('pagehide', onLeave)
    document.removeEventListener('visibilitychange', visibility)
  }
}
