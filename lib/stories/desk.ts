import type { ChannelId } from '@/lib/channels/ids'
import { channelIds } from '@/lib/channels/ids'
import { type Preflight, preflight } from '@/lib/connections/preflight'
import type { Database } from '@/lib/db/pool'
import { AppError, type Issue, notFound } from '@/lib/errors'
import type { ProjectRow } from '@/lib/projects/repository'
import { lint } from '@/lib/voice/lint'
import type { LintResult, VoiceRules } from '@/lib/voice/rules'
import type { Content } from './content'
import { mediaKnowledge } from './media-check'
import { findPinterest, findProjectWithRules, findTemplateName, type Pinterest } from './repository'
import type { Warning } from './resource-contract'
import { type CheckedStory, checkStory, splitProblems } from './rule-checks'
import type { TrackingRoom } from './tracking-values'

export type Checks = {
  connection_check?: 'skip' | 'warn' | undefined
  lint_check?: 'enforce' | 'warn' | 'skip' | undefined
}

type RuleOptions = { isDraft: boolean } & Pick<Checks, 'connection_check'>
export type Problems = { issues: Issue[]; warnings: Warning[] }

/**
 * Where stories of one project are checked before they are made or moved. What it asks of the database it asks once,
 * so that fifty stories cost no more questions than one.
 */
export class Desk {
  private readiness: Promise<Preflight> | undefined
  private pinterest: Promise<Pinterest> | undefined

  private constructor(
    readonly db: Database,
    readonly project: ProjectRow,
    private readonly rules: VoiceRules | null,
    readonly now: Date,
  ) {}

  static async open(db: Database, projectId: string, now: Date): Promise<Desk> {
    const found = await findProjectWithRules(db, projectId)
    if (!found) throw notFound('project')
    const { rules, ...project } = found
    return new Desk(db, project, rules, now)
  }

  /**
   * Checks content against the rules of its channels. What refuses a story with a time is a warning for a draft. Of
   * files, only what is known already counts (`lib/stories/inspect-media.ts` fetches).
   */
  async checkRules(content: Content, { isDraft, connection_check }: RuleOptions): Promise<Problems> {
    const problems = splitProblems(await this.findProblems(content, isDraft), { isDraft })
    // A missing account is reported as missing_connection; its default board is unknown until it is connected.
    if (isDraft || connection_check !== undefined || (await this.pinterestOf(content)).isConnected) return problems
    return { ...problems, issues: problems.issues.filter(({ code }) => code !== 'no_board') }
  }

  /** Every problem of stored content, as warnings. */
  async allWarnings(content: Content, { isDraft }: { isDraft: boolean }): Promise<Warning[]> {
    return (await this.findProblems(content, isDraft)).warnings
  }

  private async findProblems(content: Content, isDraft: boolean): Promise<CheckedStory> {
    return checkStory(content, {
      projectSlug: this.project.slug,
      defaultBoardId: (await this.pinterestOf(content)).defaultBoardId,
      media: await mediaKnowledge(this.db, this.project.id, content),
      reportsUnchecked: !isDraft,
    })
  }

  private async pinterestOf({ channels }: Content): Promise<Pinterest> {
    if (!channels.includes('pinterest')) return { isConnected: false, defaultBoardId: null }
    this.pinterest ??= findPinterest(this.db, this.project.id)
    return this.pinterest
  }

  /**
   * The brand voice, then the connections, which a draft does not need yet. For content that is right in itself.
   *
   * @throws voice_violation or missing_connection, in this order
   * @returns what did not stop it and is worth knowing
   */
  async check(content: Content, checks: Checks, { isDraft }: { isDraft: boolean }): Promise<Warning[]> {
    const voice = await this.checkVoice(content, checks.lint_check)
    const connections = isDraft ? [] : await this.checkConnections(content.channels, checks.connection_check)
    return [...voice, ...connections]
  }

  /** What the project gives to the tokens of its tracking template. Without a pillar's name its key is used. */
  trackingRoom(names: { templateName: string | null; automationName: string | null }): TrackingRoom {
    return { ...this.project, pillarName: null, ...names }
  }

  /** @throws voice_violation */
  async checkVoice(content: Content, mode: Checks['lint_check'] = 'enforce'): Promise<Warning[]> {
    if (mode === 'skip') return []
    const result = await lint(this.rules, captionsOf(content))
    if (result.ok) return []
    const message = sentenceOf(result)
    if (mode === 'enforce') throw new AppError('voice_violation', message, { lint: result })
    return [{ channel: null, field: 'caption', code: 'voice_violation', message, lint: result }]
  }

  async checkConnections(channels: readonly ChannelId[], mode: 'skip' | 'warn' | undefined): Promise<Warning[]> {
    if (mode === 'skip') return []
    this.readiness ??= preflight(this.db, this.project.id, channelIds, this.now)
    const result = restrict(await this.readiness, channels)
    if (result.ok) return []
    const message = connectionSentence(result)
    if (mode !== 'warn') throw new AppError('missing_connection', message, { preflight: result })
    return [{ channel: null, field: 'channels', code: 'missing_connection', message, preflight: result }]
  }

  /** The name of the template that a story says it was made from. */
  async templateName(id: string | null): Promise<{ name: string | null; issues: Issue[] }> {
    if (id === null) return { name: null, issues: [] }
    const name = await findTemplateName(this.db, this.project.id, id)
    if (name !== undefined) return { name, issues: [] }
    return {
      name: null,
      issues: [{ path: 'template_id', code: 'not_found', message: 'This project has no such template.' }],
    }
  }
}

/** The members of a story that hold the captions below. */
export const lintedMembers: readonly (keyof Content)[] = ['caption', 'channel_overrides']

/** The captions that somebody wrote: the story's, and each one that a channel has of its own. */
function captionsOf({ caption, channel_overrides }: Content): Record<string, string | undefined> {
  const own = Object.entries(channel_overrides).map(([channel, override]) => [
    channel,
    // What Pinterest calls the description is the caption there, and the one that is posted.
    override.description ?? override.caption,
  ])
  return { default: caption, ...Object.fromEntries(own) }
}

function sentenceOf({ violations }: LintResult): string {
  const [first] = violations
  if (!first) return 'The caption breaks the brand voice rules of this project.'
  const more = violations.length > 1 ? ` and ${violations.length - 1} more` : ''
  const where = first.channel === 'default' ? 'The caption' : `The caption for ${first.channel}`
  return `${where} breaks the brand voice rules of this project: “${first.value}”${more}.`
}

function connectionSentence({ missing, expired }: Preflight): string {
  const parts = [
    ...(missing.length ? [`not connected: ${missing.join(', ')}`] : []),
    ...(expired.length ? [`to be connected again: ${expired.join(', ')}`] : []),
  ]
  return `Some channels cannot be posted to (${parts.join('; ')}). Connect them, or leave them out.`
}

/** The part of a preflight that speaks of these channels. */
function restrict(all: Preflight, channels: readonly ChannelId[]): Preflight {
  const among = (list: ChannelId[]): ChannelId[] => channels.filter((channel) => list.includes(channel))
  const available = among(all.available)
  return {
    ok: available.length === channels.length,
    available,
    missing: among(all.missing),
    expired: among(all.expired),
    reasons: Object.fromEntries(channels.map((channel) => [channel, all.reasons[channel] ?? 'missing_connection'])),
  }
}
