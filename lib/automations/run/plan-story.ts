import type { Selectable } from 'kysely'
import { issueText } from '@/lib/api/issue-text'
import { issuesOf } from '@/lib/api/parse'
import type { ChannelId } from '@/lib/channel-ids'
import type { Templates } from '@/lib/db/types.generated'
import { AppError, type Issue } from '@/lib/errors'
import { firstMessage } from '@/lib/stories/checks/first-message'
import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import { blankContent, type Content, changeContent } from '@/lib/stories/content/content'
import { pillarNameOf } from '@/lib/stories/content/tracking-values'
import { CreateStory } from '@/lib/stories/create-contract'
import type { Warning } from '@/lib/stories/resource-contract'
import type { RunCode } from '../kinds'
import type { AutomationRow } from '../repository'
import type { Source } from './sources'
import { type Filling, filler, fillMembers } from './variables'

/** `id` is null before a template is saved. */
export type PlannedTemplate = Pick<
  Selectable<Templates>,
  'caption' | 'hashtags' | 'post_type' | 'content_type' | 'channel_overrides'
> & { id: string | null; name: string | null }

type Reason = { code: RunCode | null; message: string | null }
export type MadeStory = Reason & {
  outcome: 'draft' | 'scheduled'
  content: Content
  at: Date | null
  /** Times of channels that differ from `at`, which is the earliest of them. */
  times?: ReadonlyMap<ChannelId, Date> | undefined
  warnings: Warning[]
  /** It was to be scheduled, and is a draft. */
  isKeptBack: boolean
}
export type FailedStory = Reason & { outcome: 'failed'; code: RunCode; message: string; content: Content | null }
export type PlannedStory = MadeStory | FailedStory

export type Plan = {
  checks: StoryChecks
  automation: Pick<AutomationRow, 'channels' | 'mode' | 'schedule' | 'attach_media'>
  template: PlannedTemplate | undefined
  timezone: string
  /** Takes the next free times. Null when there are none. */
  takeTimes: () => Promise<PlannedTimes | null>
}
export type PlannedTimes = { at: Date; times?: MadeStory['times'] }

/** The story of one subject, through the same checks as a create request. */
export async function planStory(plan: Plan, source: Source): Promise<PlannedStory> {
  const { checks, automation, template, timezone } = plan
  if (!template) return failed('template_deleted', 'Its template was deleted. Choose another one.')
  const { content_type } = template
  const pillarName = pillarNameOf(checks.trackingContext({ templateName: null, automationName: null }), content_type)
  const time = { slot: timeOf(source, checks.now), timezone, pillarName, contentType: content_type }
  const filling = filler(source.values, time, source.isExample)
  const input = storyInput(plan, template, source, filling.fill)
  const { content, issues } = changeContent(blankContent, input, checks.now)
  const [unknown] = filling.unknown
  if (unknown) return failed('unknown_variable', unknownText(unknown), content)
  const parsed = CreateStory.safeParse(input, { error: issueText })
  const rules = withoutMedia(
    plan,
    source,
    await checks.checkRules(content, { isDraft: true, connection_check: undefined }),
  )
  const invalid = [...(parsed.success ? [] : issuesOf(parsed.error, input)), ...issues, ...rules.issues]
  if (invalid.length > 0) return failed('invalid_story', withPath(invalid), content)
  const voice = await voiceProblem(checks, content)
  if (voice) return failed('voice_violation', voice, content)
  const missing = missingNote(filling)
  const asDraft = {
    outcome: 'draft' as const,
    content,
    at: null,
    warnings: rules.warnings,
    isKeptBack: false,
    ...missing,
  }
  return automation.mode === 'draft' ? asDraft : scheduled(plan, source, asDraft)
}

/** With a time, rules of the channels count too. A missing connection is a warning, as for recurring posts. */
async function scheduled(plan: Plan, source: Source, asDraft: MadeStory): Promise<MadeStory> {
  const {
    checks,
    automation: { schedule },
    takeTimes,
  } = plan
  const { content } = asDraft
  const rules = withoutMedia(
    plan,
    source,
    await checks.checkRules(content, { isDraft: false, connection_check: 'warn' }),
  )
  const problem = firstMessage(rules.issues)
  if (problem) return { ...asDraft, isKeptBack: true, code: 'channel_rules', message: problem }
  const times = schedule.kind === 'delay' ? { at: delayed(source, schedule.minutes, checks.now) } : await takeTimes()
  if (!times) {
    const message = 'There is no free time soon. Choose a time for this draft.'
    return { ...asDraft, isKeptBack: true, code: 'no_free_time', message }
  }
  const connections = await checks.checkConnections(content.channels, 'warn')
  const warnings = [...rules.warnings, ...connections]
  const [missing] = connections
  const reason = missing ? { code: 'missing_connection' as const, message: missing.message } : {}
  return { ...asDraft, outcome: 'scheduled', ...times, warnings, ...reason }
}

const minuteMs = 60_000

type Rules = Awaited<ReturnType<StoryChecks['checkRules']>>

/** Media problems of an example are unknown: its item may bring an image. */
function withoutMedia(plan: Plan, source: Source, rules: Rules): Rules {
  if (!isMediaUnknown(plan, source)) return rules
  return {
    issues: rules.issues.filter(({ path }) => !isMediaField(path)),
    warnings: rules.warnings.filter(({ field }) => !isMediaField(field)),
  }
}

export const isMediaUnknown = ({ automation }: Plan, source: Source): boolean =>
  Boolean(source.isExample) && automation.attach_media

export const isMediaField = (field: string): boolean => /^(media_urls|slides|cover_image_url)\b/.test(field)

/** After what triggered it, but never in the past. */
const delayed = ({ occurredAt }: Source, minutes: number, now: Date): Date =>
  new Date(Math.max(occurredAt.getTime() + minutes * minuteMs, now.getTime()))

/** Slots have their own date; everything else is written now. */
const timeOf = ({ subject, occurredAt }: Source, now: Date): Date => (subject.startsWith('slot:') ? occurredAt : now)

/** A create request, without its time. */
function storyInput(
  { automation: { channels, attach_media } }: Plan,
  template: PlannedTemplate,
  source: Source,
  fill: (text: string) => string,
) {
  const overrides = Object.entries(template.channel_overrides)
    .filter(([channel]) => (channels as string[]).includes(channel))
    .map(([channel, override]) => [channel, fillMembers(override ?? {}, fill)])
  const slides = attach_media ? source.slides.slice(0, template.post_type === 'single' ? 1 : undefined) : []
  return {
    ...fillMembers({ caption: template.caption, hashtags: template.hashtags }, fill),
    title: source.title,
    channels,
    channel_overrides: Object.fromEntries(overrides),
    content_type: template.content_type,
    template_id: template.id,
    destination_url: source.destinationUrl,
    ...(template.post_type ? { post_type: template.post_type } : {}),
    ...(slides.length > 0 ? { slides } : {}),
  }
}

async function voiceProblem(checks: StoryChecks, content: Content): Promise<string | null> {
  try {
    await checks.checkVoice(content)
    return null
  } catch (error) {
    if (error instanceof AppError && error.code === 'voice_violation') return error.message
    throw error
  }
}

const failed = (code: RunCode, message: string, content: Content | null = null): FailedStory => ({
  outcome: 'failed',
  code,
  message,
  content,
})

/** Messages of the schema follow the member's name. */
function withPath(issues: readonly Issue[]): string {
  const [first] = issues
  const isSentence = first !== undefined && /^[A-Z]/.test(first.message)
  return `${isSentence ? '' : `${first?.path} `}${firstMessage(issues) ?? ''}`
}

export const unknownText = (variable: string): string =>
  `The template has ${variable}, but this trigger has no such value. Remove it from the template, or choose another trigger.`

function missingNote({ missing }: Filling): Reason {
  const names = [...missing].map((name) => `“${name}”`)
  if (names.length === 0) return { code: null, message: null }
  return { code: 'missing_field', message: `Left empty, because there is no such field: ${names.join(', ')}.` }
}
