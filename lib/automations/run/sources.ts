import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { momentColumns } from '@/lib/moments/repository'
import { parseUrl } from '@/lib/parse-url'
import { headlineOf } from '@/lib/stories/content/headline'
import { type StoryRow, storyColumns } from '@/lib/stories/serializer'
import type { Slide } from '@/lib/story-content'
import type { SubjectKind } from '../kinds'
import type { AutomationRow } from '../repository'
import type { Trigger } from '../trigger'
import type { Fields, Values } from './variables'

/** What a run makes its story from: an item, a moment, a published story or a slot. */
export type Source = {
  /** `item:<id>`: one run of an automation each. */
  subject: string
  label: string
  /** When it arrived, was published or is due. */
  occurredAt: Date
  title: string | null
  values: Values
  destinationUrl: string | null
  slides: Slide[]
  /** For a preview without an item, moment or story. Variables are filled with their names. */
  isExample?: boolean
}

export const subjectKindOf: Record<Trigger['kind'], SubjectKind> = {
  connector_item: 'item',
  moment: 'moment',
  story_published: 'story',
  schedule: 'slot',
}

const labelMax = 200
const cut = (text: string): string => (text.length > labelMax ? `${text.slice(0, labelMax - 1)}…` : text)

/** `id` is null before an automation is saved. */
export type Sourced = Pick<AutomationRow, 'project_id' | 'trigger'> & { id: string | null }

/** Loads items, moments or stories, in the order of the ids. Deleted ones are left out. */
export async function loadSources(db: Database, automation: Sourced, ids: readonly string[]): Promise<Source[]> {
  if (ids.length === 0) return []
  const load = { connector_item: loadItems, moment: loadMoments, story_published: loadStories, schedule: loadSlots }
  const sources = await load[automation.trigger.kind](db, automation, ids)
  const bySubject = new Map(sources.map((source) => [source.subject, source]))
  const kind = subjectKindOf[automation.trigger.kind]
  return ids.flatMap((id) => bySubject.get(`${kind}:${id}`) ?? [])
}

async function loadItems(db: Database, { project_id }: Sourced, ids: readonly string[]): Promise<Source[]> {
  const rows = await db
    .selectFrom('connector_items')
    .select(['id', 'item_key', 'fields', 'created_at'])
    .where('id', 'in', ids)
    .where('project_id', '=', project_id)
    .execute()
  return rows.map(({ id, item_key, fields, created_at }): Source => {
    const item = fields
    const title = item.title?.trim() || item.name?.trim() || null
    const image = urlIn(item.image)
    return {
      subject: `item:${id}`,
      label: cut(title ?? item_key),
      occurredAt: created_at,
      title: title && cut(title),
      values: { item },
      destinationUrl: urlIn(item.link) ?? urlIn(item.url),
      slides: image ? [{ media_url: image }] : [],
    }
  })
}

async function loadMoments(db: Database, { project_id }: Sourced, ids: readonly string[]): Promise<Source[]> {
  const rows = await db
    .selectFrom('moments')
    .select([...momentColumns, 'severity_since'])
    .where('id', 'in', ids)
    .where('project_id', '=', project_id)
    .execute()
  const stories = await findStories(
    db,
    project_id,
    rows.flatMap(({ story_id }) => story_id ?? []),
  )
  return rows.map((row): Source => {
    const story = stories.get(row.story_id ?? '')
    const { headline, reasoning, severity, kind } = row
    return {
      subject: `moment:${row.id}`,
      label: cut(headline),
      occurredAt: row.severity_since,
      title: cut(headline),
      values: { moment: { headline, reasoning, severity, kind }, story: story ? fieldsOf(story, null) : {} },
      destinationUrl: story ? linkOf(story, null) : null,
      slides: story ? slidesOf(story) : [],
    }
  })
}

async function loadStories(db: Database, { project_id, trigger }: Sourced, ids: readonly string[]): Promise<Source[]> {
  const stories = await findStories(db, project_id, ids)
  const channels = trigger.kind === 'story_published' ? trigger.channels : null
  return [...stories.values()].map((story) => ({
    subject: `story:${story.id}`,
    label: cut(headlineOf(story)),
    occurredAt: story.published_at ?? story.created_at,
    title: cut(headlineOf(story)),
    values: { story: fieldsOf(story, channels) },
    destinationUrl: linkOf(story, channels),
    slides: slidesOf(story),
  }))
}

/** Slots of a schedule are named by their time. */
async function loadSlots(db: Database, automation: Sourced, ids: readonly string[]): Promise<Source[]> {
  const { trigger } = automation
  const timeZone = trigger.kind === 'schedule' ? trigger.timezone : 'UTC'
  const recent_posts = await recentPosts(db, automation)
  return ids.map((id) => ({
    subject: `slot:${id}`,
    label: new Date(id).toLocaleString('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
    occurredAt: new Date(id),
    title: null,
    values: { recent_posts },
    destinationUrl: null,
    slides: [],
  }))
}

async function findStories(db: Database, projectId: string, ids: readonly string[]): Promise<Map<string, StoryRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('stories')
    .select(storyColumns)
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type Channels = readonly string[] | null

/** The post that triggered; a blog post is the best link. */
function postUrl({ published_urls, published_url, published_channels }: StoryRow, channels: Channels): string | null {
  const urls = published_urls as Record<string, string>
  const wanted = ['ghost', ...published_channels].find(
    (channel) => urls[channel] && (!channels || channels.includes(channel)),
  )
  return (wanted && urls[wanted]) ?? published_url
}

/** A blog post leads to itself, any other post to where it led. */
function linkOf(story: StoryRow, channels: Channels): string | null {
  const urls = story.published_urls as Record<string, string>
  const blog = !channels || channels.includes('ghost') ? urls.ghost : undefined
  return urlIn(blog) ?? urlIn(story.destination_url) ?? urlIn(postUrl(story, channels))
}

const fieldsOf = (story: StoryRow, channels: Channels): Fields => ({
  title: headlineOf(story),
  caption: story.caption,
  hashtags: story.hashtags ?? '',
  url: postUrl(story, channels) ?? '',
  content_type: story.content_type ?? '',
})

/** Links of slides belong to the story they were made for. */
const slidesOf = ({ slides }: StoryRow): Slide[] => slides.map(({ swipe_through_url: _, ...slide }) => slide)

function urlIn(text: string | null | undefined): string | null {
  if (!text || text.length > 2_048) return null
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '') ? text : null
}

const recentMax = 10

/** Titles and links of the last seven days, newest last. Other digests are left out. */
async function recentPosts(db: Database, automation: Sourced): Promise<string> {
  const { rows } = await sql<{ title: string | null; caption: string; url: string | null }>`
    select title, caption, coalesce(published_urls ->> 'ghost', published_url) as url from stories
    where project_id = ${automation.project_id} and published_at > now() - interval '7 days'
      and (automation_id is null or automation_id <> ${automation.id}::uuid)
    order by published_at desc limit ${recentMax}`.execute(db)
  const lines = rows.map(({ url, ...story }) => `• ${headlineOf(story)}${url ? ` ${url}` : ''}`)
  return lines.reverse().join('\n')
}
