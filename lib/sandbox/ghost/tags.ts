import { z } from 'zod'
import { type Answer, jsonAnswer } from '../exchange'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { type Documents, slugify } from './documents'
import { bodyOf, refuse } from './errors'
import { requireQuery } from './publish'

const NewTag = z.strictObject({
  tags: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(191),
        slug: z.string().min(1).max(191).optional(),
        description: z.string().max(500).nullish(),
      }),
    )
    .length(1),
})

/** A tag as every answer shows it. One whose name begins with # is for the site's own use, and readers never see it. */
export function showTag(name: string): Record<string, unknown> {
  const isInternal = name.startsWith('#')
  const slug = slugify(isInternal ? `hash-${name.slice(1)}` : name) || 'tag'
  return { id: idOf(slug), name, slug, visibility: isInternal ? 'internal' : 'public', description: null }
}

/** Twenty-four hex digits that are the same for the same tag. */
const idOf = (slug: string): string => Buffer.from(slug.padEnd(12, '-')).toString('hex').slice(0, 24)

export function listTags(documents: Documents, { call, account }: Visit): Answer {
  requireQuery(call, ['limit', 'page', 'fields', 'include', 'filter', 'order'])
  const tags = documents.tagsOf(account.account_id).map(showTag)
  const pagination = { page: 1, limit: 'all', pages: 1, total: tags.length, next: null, prev: null }
  return jsonAnswer(200, { tags, meta: { pagination } })
}

export function createTag(sandbox: Sandbox, documents: Documents, { call, account }: Visit): Answer {
  requireQuery(call, [])
  const [given] = bodyOf(call, NewTag).tags
  const name = given?.name ?? ''
  if (documents.tagsOf(account.account_id).some((known) => known.toLowerCase() === name.toLowerCase())) {
    const context = 'Tag name already exists.'
    throw refuse({ status: 422, type: 'ValidationError', message: 'Validation error, cannot save tag.', context })
  }
  documents.addTag(account.account_id, name, sandbox.nowMs())
  return jsonAnswer(201, { tags: [showTag(name)] })
}
