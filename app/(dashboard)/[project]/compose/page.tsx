import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Composer } from '@/components/composer/composer'
import { blankDraft, type Draft, newSlide } from '@/components/composer/draft/draft'
import { draftPartOf } from '@/components/composer/draft/story-to-draft'
import { channelIds } from '@/lib/channel-ids'
import * as connections from '@/lib/connections/service'
import { AppError } from '@/lib/errors'
import * as media from '@/lib/media/service'
import * as templates from '@/lib/templates/service'
import { isUuid, requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'New story' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<
    Partial<Record<'story' | 'at' | 'media' | 'template' | 'pillar' | 'channel', string | string[]>>
  >
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

/**
 * `at` is a local time in the project’s zone; `media` is a list of asset ids; `template` is the id of a template;
 * `pillar` is a content type; `channel` leaves out the other channels.
 */
export default async function ComposePage({ params, searchParams }: Props) {
  const [{ project: id }, search] = await Promise.all([params, searchParams])
  const context = await requireContext(`/${id}/compose`)
  const project = await requireProject(context, id)
  // The composer adds the id of a new story to the URL, for reloads.
  const story = one(search.story)
  if (isUuid(story)) redirect(`/${project.id}/stories/${story}/edit`)
  const { connections: own } = await connections.list(context, { project_id: project.id, limit: 50 })
  const open = channelIds.filter((channel) => own.some((each) => each.channel === channel && each.connected))
  const channel = open.find((each) => each === one(search.channel))
  const at = one(search.at)
  const pillar = one(search.pillar).slice(0, 100)
  const templateId = one(search.template)
  const template = isUuid(templateId) ? await orNull(templates.get(context, { id: templateId })) : null
  const assets = await Promise.all(
    one(search.media)
      .split(',')
      .filter(isUuid)
      .slice(0, 10)
      .map((asset) => orNull(media.get(context, { id: asset }))),
  )
  const filled: Partial<Draft> = {
    ...(isLocalTime(at) ? { localTime: at } : {}),
    ...(pillar ? { contentType: pillar } : {}),
    ...(channel ? { channels: [channel] } : {}),
    ...(assets.some(Boolean)
      ? { slides: assets.flatMap((asset) => (asset?.project_id === project.id ? newSlide(asset.file_url) : [])) }
      : {}),
  }
  const now = context.now.toISOString()
  return (
    <Composer
      // Each visit starts a new story, also from the composer itself.
      key={now}
      projectId={project.id}
      initial={{
        draft: { ...blankDraft(open), ...(template?.project_id === project.id ? draftPartOf(template) : {}) },
        saved: null,
      }}
      filled={filled}
      requiresApproval={project.require_approval}
      connections={own}
      now={now}
    />
  )
}

/** Null for deleted assets and templates. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

const isLocalTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))
