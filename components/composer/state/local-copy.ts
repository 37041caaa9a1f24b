import { readLocalDraft, writeLocalDraft } from '@/components/stories/local-draft'
import { blankDraft, type Draft } from '../draft/draft'
import type { Base } from './base'

/** The edited draft, and the version of the server it was edited from. */
export type LocalCopy = Base & { base: Draft | null }

/**
 * @param name the id of the story, or the slot of a story that has no id yet
 * @returns whether it survives closing the page
 */
export const writeLocalCopy = (projectId: string, name: string, copy: LocalCopy): boolean =>
  writeLocalDraft(projectId, name, JSON.stringify(copy))

export function readLocalCopy(projectId: string, name: string): LocalCopy | null {
  const text = readLocalDraft(projectId, name)
  try {
    const copy = text === null ? null : (JSON.parse(text) as Partial<LocalCopy>)
    if (typeof copy?.draft?.caption !== 'string') return null
    return { draft: complete(copy.draft), saved: copy.saved ?? null, base: copy.base ? complete(copy.base) : null }
  } catch {
    return null
  }
}

/** Adds members that an older version did not store. Uploads that were running ended with their page. */
function complete(draft: Draft): Draft {
  const full = { ...blankDraft([]), ...draft }
  return { ...full, slides: full.slides.filter(({ key, media_url }) => !(isUploadKey(key) && media_url === '')) }
}

const uploadPrefix = 'upload-'

/** The key of a slide whose file is still being uploaded. */
export const uploadKey = (key: string): string => `${uploadPrefix}${key}`
const isUploadKey = (key: string): boolean => key.startsWith(uploadPrefix)
