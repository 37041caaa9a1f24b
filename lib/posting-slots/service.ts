import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { type Database, transaction } from '@/lib/db/pool'
import { notFound } from '@/lib/errors'
import { FreeSlots } from '@/lib/free-slots/free-slots'
import { findSlots, replaceSlots, type SlotsByChannel } from '@/lib/free-slots/repository'
import { findProject, lockProject, type ProjectRow } from '@/lib/projects/repository'
import { usualTimesOf } from '@/lib/usual-times/usual-times'
import type * as contracts from './contract'
import type { PostingSlot, PostingSlots } from './contract'

export async function get(
  context: Context,
  { project_id }: InputOf<typeof contracts.getPostingSlots>,
): Promise<PostingSlots> {
  const { projectId } = await accessProject(context, project_id, 'stories:read')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  return slotsOf(context.db, project, context.now)
}

export async function put(
  context: Context,
  { project_id, channels }: InputOf<typeof contracts.putPostingSlots>,
): Promise<PostingSlots> {
  const { projectId } = await accessProject(context, project_id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const project = await lockProject(tx, projectId)
    if (!project) throw notFound('project')
    await replaceSlots(tx, projectId, channels)
    return slotsOf(tx, project, context.now)
  })
}

export async function listFree(
  context: Context,
  { project_id, channels: wanted, count, days }: InputOf<typeof contracts.listFreeSlots>,
): Promise<AnswerOf<typeof contracts.listFreeSlots>> {
  const { projectId } = await accessProject(context, project_id, 'stories:read')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const channels = channelIds.filter((channel) => wanted?.includes(channel) ?? true)
  const free = await FreeSlots.open(context.db, project, { channels, now: context.now, days })
  const listed = channels.filter((channel) => free.hasSlots(channel))
  return {
    project_id: projectId,
    timezone: project.timezone ?? 'UTC',
    channels: Object.fromEntries(
      listed.map((channel) => [channel, free.list(channel, count).map((at) => at.toISOString())]),
    ),
    without_slots: wanted ? channels.filter((channel) => !free.hasSlots(channel)) : [],
  }
}

async function slotsOf(db: Database, project: ProjectRow, now: Date): Promise<PostingSlots> {
  const timezone = project.timezone ?? 'UTC'
  const channels = await findSlots(db, project.id)
  const suggested: SlotsByChannel = {}
  for (const channel of channelIds) {
    if (!channels[channel]) suggested[channel] = await suggestionFor(db, project.id, channel, { timezone, now })
  }
  return { project_id: project.id, timezone, channels, suggested }
}

const workingDays = [1, 2, 3, 4, 5]
const starterTimes = ['09:00', '12:30', '17:00']
const starter: PostingSlot[] = workingDays.flatMap((weekday) => starterTimes.map((time) => ({ weekday, time })))

async function suggestionFor(
  db: Database,
  projectId: string,
  channel: ChannelId,
  around: { timezone: string; now: Date },
): Promise<PostingSlot[]> {
  const { times } = await usualTimesOf(db, projectId, { channels: [channel], ...around })
  if (times.length === 0) return starter
  return times
    .map(({ weekday, hour, minute }) => ({ weekday, time: `${twoDigits(hour)}:${twoDigits(minute)}` }))
    .sort((one, other) => one.weekday - other.weekday || one.time.localeCompare(other.time))
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
