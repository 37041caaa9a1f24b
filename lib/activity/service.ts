import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { decodeCursor, encodeCursor } from '@/lib/api/pagination'
import type { ChannelId } from '@/lib/channel-ids'
import { channels } from '@/lib/channels/registry'
import { redact } from '@/lib/outbound/redact'
import type { ProjectChangeKind } from '@/lib/project-activity/record'
import { storage } from '@/lib/storage/storage'
import { summaryOf } from '@/lib/stories/timeline/timeline-text'
import type { ActivityEntry, listActivity as contract } from './contract'
import { activityKinds, changeTexts } from './kinds'
import { findPeople, type Line, listLines, type Person } from './repository'

export async function listActivity(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const [us, id] = decodeCursor(input.cursor)?.split(':') ?? []
  const query = { projectId, kinds: input.kind ?? activityKinds, userId: input.user_id, limit: input.limit + 1 }
  const rows = await listLines(context.db, query, us && id ? { us, id } : null)
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  const actors = page.flatMap(({ actor }) => actor ?? [])
  const people = await findPeople(context.db, [...new Set(actors)])
  return {
    entries: page.map((line) => entryOf(line, people)),
    next_cursor: rows.length > input.limit && last ? encodeCursor('activity', `${last.at_us}:${last.id}`) : null,
  }
}

const entryOf = (line: Line, people: ReadonlyMap<string, Person>): ActivityEntry => ({
  id: line.id,
  at: line.at.toISOString(),
  kind: line.kind,
  actor: actorOf(line, people),
  // Reasons can quote the response of a network.
  summary: redact(textOf(line)),
  channel: line.channel,
  story: line.story_id === null ? null : { id: line.story_id, title: line.title, caption: line.caption ?? '' },
})

function textOf({ kind, channel, detail, story_id }: Line): string {
  if (story_id !== null) return summaryOf({ kind, channel, detail })
  const network = channels[detail.channel as ChannelId]?.name
  return changeTexts[kind as ProjectChangeKind]?.(network ? { ...detail, channel: network } : detail) ?? kind
}

function actorOf({ actor, detail }: Line, people: ReadonlyMap<string, Person>): ActivityEntry['actor'] {
  if (actor === null) return { kind: 'system', user_id: null, name: null, photo_url: null }
  if (actor === 'client') return { kind: 'client', user_id: null, name: String(detail.reviewer ?? ''), photo_url: null }
  const person = people.get(actor)
  return {
    kind: actor.startsWith('token:') ? 'token' : 'member',
    user_id: person?.user_id ?? null,
    name: person?.name ?? null,
    photo_url: person?.photo_path ? storage().publicUrl(person.photo_path) : null,
  }
}
