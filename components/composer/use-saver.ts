'use client'

import { useCallback, useRef } from 'react'
import { useZone } from '@/components/time/zone'
import { ApiError, call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { createStory, editStory, getStory } from '@/lib/api/operations.generated'
import type { Story, StoryDetail } from '@/lib/stories/contract'
import { contentOf, type Draft } from './draft'
import type { Base, Saved } from './kept-draft'

/** Somebody else saved this story meanwhile; nothing was written. */
export class Overtaken extends Error {
  override name = 'Overtaken'
  constructor(readonly theirs: StoryDetail) {
    super('Somebody else changed this story.')
  }
}

/** What is said beside the content: when it goes out, and how strictly it is checked. */
export type Beside = Pick<
  RequestTo<typeof editStory>,
  'scheduled_at_local' | 'timezone' | 'scheduled_at' | 'lint_check'
>

export const savedOf = ({ id, updated_at, status }: Pick<Story, 'id' | 'updated_at' | 'status'>): Saved => ({
  id,
  updatedAt: updated_at,
  isScheduled: status === 'scheduled',
})

type Options = {
  projectId: string
  /** What the server has now, whenever it is asked. */
  saved: () => Saved | null
  onSaved: (base: Base) => void
}

export type Save = (draft: Draft, besides: (saved: Saved | null) => Beside) => Promise<Saved>

/**
 * The one way to the server: saves stand in a line, so that never two are under way. A create whose answer was lost is
 * repeated under its key before anything else is sent: the story that it may have made is then edited and not made a
 * second time.
 */
export function useSaver({ projectId, saved, onSaved }: Options): Save {
  const { timeZone } = useZone()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const unanswered = useRef<{ key: string; request: RequestTo<typeof createStory>; draft: Draft } | null>(null)

  const create = async (draft: Draft, request: RequestTo<typeof createStory>): Promise<Saved> => {
    const attempt = unanswered.current ?? { key: newKey(), request, draft }
    unanswered.current = attempt
    try {
      const { story } = await call(createStory, attempt.request, { idempotencyKey: attempt.key })
      unanswered.current = null
      onSaved({ draft: attempt.draft, saved: savedOf(story) })
      return savedOf(story)
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (isAnswered) unanswered.current = null
      throw error
    }
  }

  const edit = async (target: Saved, draft: Draft, beside: Beside): Promise<Saved> => {
    const content = contentOf(draft, timeZone)
    // With another time the whole story moves: channels that have a time of their own go along.
    const whole = { shift_own_times: true, expected_updated_at: target.updatedAt }
    const request = { id: target.id, ...content, ...beside, ...whole }
    const { story } = await call(editStory, request).catch((error: unknown) => explain(error, target))
    onSaved({ draft, saved: savedOf(story) })
    return savedOf(story)
  }

  const save: Save = async (draft, besides) => {
    const lost = unanswered.current
    const known = saved() ?? (lost ? await create(lost.draft, lost.request) : null)
    if (known) return edit(known, draft, besides(known))
    return create(draft, { project_id: projectId, ...contentOf(draft, timeZone), ...besides(null) })
  }

  const latest = useRef(save)
  latest.current = save
  return useCallback((draft, besides) => {
    const turn = line.current.then(() => latest.current(draft, besides))
    line.current = turn.catch(() => {})
    return turn
  }, [])
}

/** Tells a story that went on without us from one that cannot be edited at all. */
async function explain(error: unknown, target: Saved): Promise<never> {
  if (error instanceof ApiError && error.code === 'conflict') {
    const theirs = await call(getStory, { id: target.id }).catch(() => null)
    const isEditable = theirs?.status === 'draft' || theirs?.status === 'scheduled'
    if (theirs && isEditable && theirs.updated_at !== target.updatedAt) throw new Overtaken(theirs)
  }
  throw error
}

/** `crypto.randomUUID` is missing on pages without https, where people also run this. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-')
