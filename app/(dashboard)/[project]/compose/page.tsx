import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Composer } from '@/components/composer/composer'
import { blankDraft, type Draft, newSlide } from '@/components/composer/draft'
import { channelIds } from '@/lib/channels/ids'
import * as connections from '@/lib/connections/service'
import { AppError } from '@/lib/errors'
import * as media from '@/lib/media/service'
import { isUuid, requireContext, requireProject } from '../../context'

export const metadata: Metadata = { title: 'New story' }

type Props = {
  params: Promise<{ project: string }>
  searchParams: Promise<{ story?: string | string[]; at?: string | string[]; media?: string | string[] }>
}

const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

/** `at` is a local time in the project’s zone, as the calendar has it; `media` names assets of the library. */
export default async function ComposePage({ params, searchParams }: Props) {
  const [{ project: id }, search] = await Promise.all([params, searchParams])
  const context = await requireContext(`/${id}/compose`)
  const project = await requireProject(context, id)
  // A new story gets its name while it is written, and is found again under it after a reload.
  const story = one(search.story)
  if (isUuid(story)) redirect(`/${project.id}/stories/${story}/edit`)
  const { connections: own } = await connections.list(context, { project_id: project.id, limit: 50 })
  const open = channelIds.filter((channel) => own.some((each) => each.channel === channel && each.connected))
  const at = one(search.at)
  const assets = await Promise.all(
    one(search.media)
      .split(',')
      .filter(isUuid)
      .slice(0, 10)
      .map((asset) => orNull(media.get(context, { id: asset }))),
  )
  const filled: Partial<Draft> = {
    ...(isLocalTime(at) ? { localTime: at } : {}),
    ...(assets.some(Boolean)
      ? { slides: assets.flatMap((asset) => (asset?.project_id === project.id ? newSlide(asset.file_url) : [])) }
      : {}),
  }
  const now = context.now.toISOString()
  return (
    <Composer
      // Each way here begins a story of its own, also from the composer itself.
      key={now}
      projectId={project.id}
      initial={{ draft: blankDraft(open), saved: null }}
      filled={filled}
      requiresApproval={project.require_approval}
      connections={own}
      now={now}
    />
  )
}

/** An asset that was deleted meanwhile is not filled in, and no reason to show no composer. */
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
