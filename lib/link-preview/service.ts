import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { fairQueue } from '@/lib/concurrency/fair-queue'
import type { LinkPreview, getLinkPreview as previewContract } from './contract'
import { fetchPage } from './fetch-page'
import { PageError } from './page-error'
import { type PageTags, readTags } from './read-tags'
import { findLinkPreview, storeLinkPreview } from './repository'

const freshForMs = 86_400_000
/** The author may be fixing the page. */
const failureFreshForMs = 600_000

/** Slow servers of one project must not delay the cards of others. */
const runFairly = fairQueue(4)
/** Pages being fetched, so that two requests for one page fetch it once. */
const running = new Map<string, Promise<LinkPreview>>()

export async function getLinkPreview(
  context: Context,
  input: InputOf<typeof previewContract>,
): Promise<AnswerOf<typeof previewContract>> {
  const { db, now } = context
  const { url } = input
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const known = await findLinkPreview(db, projectId, url)
  const ageMs = known ? now.getTime() - known.fetched_at.getTime() : Number.POSITIVE_INFINITY
  if (known && ageMs < (known.error === null ? freshForMs : failureFreshForMs)) {
    const { domain, title, description, site_name, image_url, error, fetched_at } = known
    return {
      link_preview: {
        ...{ url, domain, title, description, site_name, image_url, error },
        fetched_at: fetched_at.toISOString(),
      },
    }
  }
  const key = `${projectId} ${url}`
  const shared = running.get(key)
  if (shared) return { link_preview: await shared }
  const work = runFairly(projectId, () => fetchPreview(context, projectId, url))
  running.set(key, work)
  void work.catch(() => {}).finally(() => running.delete(key))
  return { link_preview: await work }
}

async function fetchPreview({ db, now }: Context, projectId: string, url: string): Promise<LinkPreview> {
  const { domain, tags, error } = await readPage(url)
  const { title, description, siteName: site_name, imageUrl: image_url } = tags
  const found = { domain, title, description, site_name, image_url, error }
  await storeLinkPreview(db, projectId, url, { ...found, fetched_at: now })
  return { url, ...found, fetched_at: now.toISOString() }
}

const noTags: PageTags = { title: null, description: null, siteName: null, imageUrl: null }

async function readPage(address: string): Promise<{ domain: string; tags: PageTags; error: string | null }> {
  try {
    const page = await fetchPage(address)
    return { domain: domainOf(page.url), tags: readTags(page), error: null }
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    return { domain: domainOf(new URL(address)), tags: noTags, error: error.message }
  }
}

const domainOf = ({ host }: URL): string => host.replace(/^www\./, '')
