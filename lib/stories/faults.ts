import type { Context } from '@/lib/api/context'
import { allSound, type Sound } from '@/lib/api/sound'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { type Issue, issuesIn, validationError } from '@/lib/errors'
import { accessOwned, accessProject } from '@/lib/projects/access'
import { blankContent, contentOfRow } from './content'
import { scheduleStory } from './contract'
import { type CreateStory, EditStory, PreviewStory } from './create-contract'
import { Desk } from './desk'
import { isDecided, judge } from './judge'
import { findRows, findStory } from './repository'
import { neededTime, waitingContent } from './schedule'

/**
 * What the rules have against requests whose form is at fault as well (`lib/api/sound.ts`). Without that fault the
 * services find the same by the same functions.
 */

/** The desk of the project that stories are made in. */
export async function openDesk(context: Context, named: string | undefined): Promise<Desk> {
  const { projectId } = await accessProject(context, named, 'stories:write')
  return Desk.open(context.db, projectId, context.now)
}

/** The desk for a new story. When no project is named, the story's own faults are told with that one. */
export async function deskFor(story: CreateStory, now: Date, open: () => Promise<Desk>): Promise<Desk> {
  try {
    return await open()
  } catch (error) {
    const issues = issuesIn(error)
    throw issues ? validationError([...issues, ...(await withoutProject(story, allSound, now))]) : error
  }
}

export async function faultsOfNewStory(context: Context, sound: Sound): Promise<Issue[]> {
  const said = PreviewStory.safeParse(sound.members)
  if (!said.success) return []
  const { unsound } = sound
  // Without them the default would be checked, which the caller did not mean.
  const channels = unsound.has('channels') ? namedChannels(sound.given.channels) : said.data.channels
  const story = { ...said.data, channels }
  try {
    if (unsound.has('project_id')) return await withoutProject(story, unsound, context.now)
    const desk = await openDesk(context, story.project_id)
    const { content, issues } = await judge(blankContent, story, desk, unsound)
    const template = await desk.templateName(content.template_id)
    return [...issues, ...template.issues, ...(await desk.checkMedia(content, unsound)).issues]
  } catch (error) {
    const issues = issuesIn(error)
    if (!issues) throw error
    return [...issues, ...(await withoutProject(story, unsound, context.now))]
  }
}

/** Those of a faulty list that are channels. */
const namedChannels = (given: unknown): ChannelId[] =>
  Array.isArray(given) ? channelIds.filter((channel) => given.includes(channel)) : []

const withoutProject = async (story: CreateStory, unsound: ReadonlySet<string>, now: Date): Promise<Issue[]> =>
  (await judge(blankContent, story, { project: null, now }, new Set([...unsound, 'project_id']))).issues

export async function faultsOfEdit(context: Context, sound: Sound): Promise<Issue[]> {
  const { id, ...members } = sound.members
  const said = EditStory.safeParse(members)
  if (!said.success) return []
  const { projectId } = await accessOwned(context, 'stories', String(id), 'stories:write', said.data.project_id)
  const desk = await Desk.open(context.db, projectId, context.now)
  const story = await findStory(context.db, projectId, String(id))
  if (!story) return []
  const channels = sound.unsound.has('channels') ? namedChannels(sound.given.channels) : said.data.channels
  const { content, issues } = await judge(contentOfRow(story), { ...said.data, channels }, desk, sound.unsound)
  const template = said.data.template_id ? await desk.templateName(content.template_id) : { issues: [] }
  return [...issues, ...template.issues, ...(await desk.checkMedia(content, sound.unsound)).issues]
}

export async function faultsOfSchedule(context: Context, { members, unsound }: Sound): Promise<Issue[]> {
  const { id, ...said } = members
  const time = scheduleStory.body.safeParse(said)
  if (!time.success) return []
  const { projectId } = await accessOwned(context, 'stories', String(id), 'stories:publish')
  const desk = await Desk.open(context.db, projectId, context.now)
  const story = await findStory(context.db, projectId, String(id))
  if (!story) return []
  const rows = await findRows(context.db, projectId, story.id)
  const { issues } = neededTime(time.data, desk.project.timezone, context.now)
  const limits = await desk.checkLimits(waitingContent({ story, rows }))
  return [...issues.filter((issue) => isDecided(issue, unsound)), ...limits.issues]
}
