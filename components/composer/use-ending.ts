'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { refreshStories } from '@/components/stories/keys'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { createStory, editStory, publishStory } from '@/lib/api/operations.generated'
import type { Story } from '@/lib/stories/contract'
import { contentOf, type Draft } from './draft'
import type { Saved } from './kept-draft'

/** The three ways out of the composer. */
export type Ending = 'draft' | 'schedule' | 'publish'

const done: Record<Ending, string> = {
  draft: 'The draft is saved.',
  schedule: 'The story is scheduled.',
  publish: 'The story goes out in a minute. Until then you can cancel it.',
}

type Options = {
  projectId: string
  saved: Saved | null
  /** A scheduled story stays at its time unless the ending says another. */
  isScheduled: boolean
  onSaved: (saved: Saved) => void
  onFinished: () => void
}

const savedOf = ({ id, updated_at }: Story): Saved => ({ id, updatedAt: updated_at })

/**
 * Saves in the way that was chosen. A create whose answer was lost is repeated under its key before anything else is
 * sent: the story that it may have made is then edited and not made a second time.
 */
export function useEnding({ projectId, saved, isScheduled, onSaved, onFinished }: Options) {
  const { timeZone } = useZone()
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const unanswered = useRef<{ key: string; request: RequestTo<typeof createStory> } | null>(null)

  const create = async (request: RequestTo<typeof createStory>): Promise<Saved> => {
    const attempt = unanswered.current ?? { key: newKey(), request }
    unanswered.current = attempt
    try {
      const { story } = await call(createStory, attempt.request, { idempotencyKey: attempt.key })
      unanswered.current = null
      onSaved(savedOf(story))
      return savedOf(story)
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (isAnswered) unanswered.current = null
      throw error
    }
  }

  const edit = async (target: Saved, draft: Draft, time: object): Promise<Saved> => {
    const request = { id: target.id, ...contentOf(draft, timeZone), ...time, expected_updated_at: target.updatedAt }
    const { story } = await call(editStory, request)
    onSaved(savedOf(story))
    return savedOf(story)
  }

  const save = async (ending: Ending, draft: Draft): Promise<Saved> => {
    const time = timeOf(ending, draft, timeZone)
    const lost = unanswered.current?.request
    const known = saved ?? (lost ? await create(lost) : null)
    if (known) return edit(known, draft, ending === 'draft' && (isScheduled || lost) ? { scheduled_at: null } : time)
    return create({ project_id: projectId, ...contentOf(draft, timeZone), ...time })
  }

  return useMutation({
    mutationFn: async ({ ending, draft }: { ending: Ending; draft: Draft }) => {
      const { id } = await save(ending, draft)
      if (ending === 'publish') await call(publishStory, { id })
      return { id, ending }
    },
    onSuccess: async ({ id, ending }) => {
      onFinished()
      toast(done[ending])
      await refreshStories(queries, projectId)
      router.push(`/${projectId}/stories/${id}`)
    },
  })
}

const timeOf = (ending: Ending, { localTime }: Draft, timezone: string): object =>
  ending === 'schedule' ? { scheduled_at_local: localTime, timezone } : {}

/** `crypto.randomUUID` is missing on pages without https, where people also run this. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-')
