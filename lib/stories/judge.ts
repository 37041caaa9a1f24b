import { allSound } from '@/lib/api/sound'
import type { ChannelId } from '@/lib/channels/ids'
import type { Issue } from '@/lib/errors'
import type { ProjectRow } from '@/lib/projects/repository'
import { type PostLinks, postLinksOf } from '@/lib/tracking/link'
import { checkChannels } from './channel-check'
import { type Content, changeContent } from './content'
import type { CreateStory, EditStory, PreviewStory } from './create-contract'
import type { Warning } from './resource-contract'
import { readTime, type TimeRead } from './schedule-time'

type Around = {
  /** Null while it is not known which project is meant. */
  project: Pick<ProjectRow, 'timezone' | 'slug'> | null
  now: Date
}

export type Judged = { content: Content; at: TimeRead['at']; issues: Issue[]; warnings: Warning[] }

/**
 * What a request makes of a story, and every fault that its author can mend: content, time and the limits of each
 * channel in one list.
 *
 * @param unsound members with a fault of form; of what hangs on one of them nothing is said
 */
export async function judge(
  base: Content,
  said: CreateStory | EditStory | PreviewStory,
  { project, now }: Around,
  unsound: ReadonlySet<string> = allSound,
): Promise<Judged> {
  const { content, issues } = changeContent(base, said, now)
  const time = readTime(said, { timezone: project?.timezone ?? null, now })
  const limits = await checkChannels(content, (channel) => linksFor(content, channel, project?.slug ?? ''), unsound)
  return {
    content,
    at: time.at,
    issues: [...[...issues, ...time.issues].filter((issue) => isDecided(issue, unsound)), ...limits.issues],
    warnings: limits.warnings,
  }
}

/** The links of this channel's post, as long as they will be. Their codes are placeholders. */
export const linksFor = (content: Content, channel: ChannelId, projectSlug: string): PostLinks =>
  postLinksOf({ story: { ...content, utm_resolved: null }, item: null, channel, projectSlug }, null)

const media = ['slides', 'media_urls', 'media_url']

/** The other members that decide a fault at this one. Without its project nobody knows which zone a story falls back to. */
const deciders: Record<string, readonly string[]> = {
  scheduled_at_local: ['scheduled_at', 'timezone'],
  // A time may be missing only because its form is at fault.
  timezone: ['scheduled_at', 'scheduled_at_local', 'project_id'],
  pin_to_grid: ['pin_until_at'],
  pin_until_at: ['pin_to_grid'],
  media_url: media,
  media_urls: media,
  post_type: media,
}

/** Whether a fault will stay, however the members that are at fault in their form are mended. */
export const isDecided = (issue: Issue, unsound: ReadonlySet<string>): boolean =>
  !decidersOf(issue).some((member) => unsound.has(member))

function decidersOf({ path, code }: Issue): readonly string[] {
  if (code === 'unknown_timezone') return ['timezone']
  if (path === 'scheduled_at') return code === 'required' ? ['scheduled_at', 'scheduled_at_local'] : ['scheduled_at']
  const [head = '', channel, member] = path.split('.')
  if (head !== 'channel_overrides') return [head, ...(deciders[head] ?? [])]
  if (member === undefined) return ['channels', path]
  const pins = ['pin_to_grid', 'pin_until_at'].map((name) => `channel_overrides.${channel}.${name}`)
  return ['pin_to_grid', ...pins]
}
