import type { PendingCreateStore } from '@/components/stories/pending-create'
import { ApiError, call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { createStory, editStory, getStory } from '@/lib/openapi/operations.generated'
import type { StoryDetail } from '@/lib/stories/contract'
import type { Draft } from '../draft/draft'
import { contentOf } from '../draft/story-content'
import { type Base, type Saved, savedOf } from './base'

/** Another user saved the story first. Nothing was written. */
export class NewerVersion extends Error {
  override name = 'NewerVersion'
  constructor(readonly theirs: StoryDetail) {
    super('Someone else changed this story.')
  }
}

/** Members besides the content: the time, and how strictly the brand voice is checked. */
export type SaveOptions = Pick<
  RequestTo<typeof editStory>,
  'scheduled_at_local' | 'timezone' | 'scheduled_at' | 'lint_check'
>

export type Save = (draft: Draft, options: (saved: Saved | null) => SaveOptions) => Promise<Saved>

type Setting = {
  projectId: string
  timeZone: string
  /** The saved version at the time of the call. */
  saved: () => Saved | null
  onSaved: (base: Base) => void
  /** Survives closing the page. */
  pending?: PendingCreateStore
}

type PendingCreate = { key: string; request: RequestTo<typeof createStory>; draft: Draft }

/**
 * Saves one after another, never two at a time. If the response to a create is lost, it is repeated with the same
 * idempotency key before the next save, so that no second story is created.
 */
export function createStorySaver({ projectId, timeZone, saved, onSaved, pending }: Setting): Save {
  let last: Promise<unknown> = Promise.resolve()
  let pendingCreate: PendingCreate | null = null
  // Of the last save. Undefined for a story that was opened: its template does not change.
  let savedTemplate: string | undefined
  const setPending = (attempt: PendingCreate | null): void => {
    pendingCreate = attempt
    pending?.write(attempt)
  }

  const create = async (draft: Draft, request: RequestTo<typeof createStory>): Promise<Saved> => {
    const attempt = pendingCreate ?? { key: newKey(), request, draft }
    setPending(attempt)
    try {
      const { story } = await call(createStory, attempt.request, { idempotencyKey: attempt.key })
      setPending(null)
      savedTemplate = attempt.draft.templateId
      onSaved({ draft: attempt.draft, saved: savedOf(story) })
      return savedOf(story)
    } catch (error) {
      const isRejected = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (isRejected) setPending(null)
      // The template was deleted since. The story keeps the copied content.
      if (isRejected && error.issues.some(({ path }) => path === 'template_id') && request.template_id) {
        return create(draft, { ...request, template_id: null })
      }
      throw error
    }
  }

  const edit = async (target: Saved, draft: Draft, options: SaveOptions): Promise<Saved> => {
    const content = contentOf(draft, timeZone)
    // A new time moves the whole story: channels with their own time keep their distance.
    const whole = { shift_own_times: true, expected_updated_at: target.updatedAt }
    const isOtherTemplate = savedTemplate !== undefined && draft.templateId !== savedTemplate
    const template = isOtherTemplate ? { template_id: draft.templateId || null } : {}
    const request = { id: target.id, ...content, ...template, ...options, ...whole }
    const { story } = await call(editStory, request).catch((error: unknown) => explainConflict(error, target))
    if (isOtherTemplate) savedTemplate = draft.templateId
    onSaved({ draft, saved: savedOf(story) })
    return savedOf(story)
  }

  const save: Save = async (draft, optionsFor) => {
    pendingCreate ??= (pending?.read() ?? null) as PendingCreate | null
    const known = saved() ?? (pendingCreate ? await create(pendingCreate.draft, pendingCreate.request) : null)
    if (known) return edit(known, draft, optionsFor(known))
    const template_id = draft.templateId || null
    return create(draft, { project_id: projectId, ...contentOf(draft, timeZone), template_id, ...optionsFor(null) })
  }

  return (draft, optionsFor) => {
    const turn = last.then(() => save(draft, optionsFor))
    last = turn.catch(() => {})
    return turn
  }
}

/** A conflict is a newer version only if the story can still be edited. */
async function explainConflict(error: unknown, target: Saved): Promise<never> {
  if (error instanceof ApiError && error.code === 'conflict') {
    const theirs = await call(getStory, { id: target.id }).catch(() => null)
    const isEditable = theirs?.status === 'draft' || theirs?.status === 'scheduled'
    if (theirs && isEditable && theirs.updated_at !== target.updatedAt) throw new NewerVersion(theirs)
  }
  throw error
}

/** `crypto.randomUUID` does not exist on pages without https. */
const newKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-')
