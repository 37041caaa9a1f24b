import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Composer } from '@/components/composer/composer'
import { ComposerPage } from '@/components/composer/open/composer-page'
import { idsIn, newStoryOf } from '@/components/composer/state/new-story'
import * as captions from '@/lib/captions/corpus/service'
import * as connections from '@/lib/connections/service'
import { AppError } from '@/lib/errors'
import * as media from '@/lib/media/service'
import * as templates from '@/lib/templates/service'
import { isUuid, requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'New story' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** A new story as a page of its own, after a reload or from a link. Other links open it over their page. */
export default async function ComposePage({ params, searchParams }: Props) {
  const [{ project: id }, search] = await Promise.all([params, searchParams])
  const context = await requireContext(`/${id}/compose`)
  const project = await requireProject(context, id)
  const asked = new URLSearchParams(
    Object.entries(search).map(([name, value]): [string, string] => [name, [value].flat()[0] ?? '']),
  )
  // The composer adds the id of a new story to the URL, for reloads.
  const story = asked.get('story') ?? ''
  const tab = asked.get('tab')
  const tabQuery = tab ? `?${new URLSearchParams({ tab })}` : ''
  if (isUuid(story)) redirect(`/${project.id}/stories/${story}/edit${tabQuery}`)
  const { connections: own } = await connections.list(context, { project_id: project.id, limit: 50 })
  const ids = idsIn(asked)
  const [template, caption, assets] = await Promise.all([
    ids.template ? orNull(templates.get(context, { id: ids.template })) : null,
    ids.caption ? orNull(captions.get(context, { id: ids.caption })) : null,
    Promise.all(ids.assets.map((asset) => orNull(media.get(context, { id: asset })))),
  ])
  const setting = { projectId: project.id, connections: own, params: asked }
  const now = context.now.toISOString()
  return (
    <ComposerPage title="New story" closeHref={`/${project.id}/calendar`}>
      <Composer
        // Each visit starts a new story, also from the composer itself.
        key={now}
        projectId={project.id}
        {...newStoryOf({ template, caption, assets }, setting)}
        requiresApproval={project.require_approval}
        connections={own}
        now={now}
      />
    </ComposerPage>
  )
}

/** Null for deleted assets, captions and templates. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
