import type { ChannelId } from '@/lib/channel-ids'
import { channelIds } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'
import { missingCommentScope } from '@/lib/connections/missing-scopes'
import { type Preflight, preflight } from '@/lib/connections/preflight'
import type { Database } from '@/lib/db/pool'
import { AppError, type Issue, notFound } from '@/lib/errors'
import type { ProjectRow } from '@/lib/projects/repository'
import { captionsOf } from '@/lib/voice/captions'
import { lint } from '@/lib/voice/lint'
import type { LintResult, VoiceRules } from '@/lib/voice/rules'
import type { Content } from '../content/content'
import type { TrackingContext } from '../content/tracking-values'
import { findGrantedScopes, findPinterest, findProjectWithRules, findTemplateName, type Pinterest } from '../repository'
import type { Warning } from '../resource-contract'
import { mediaKnowledge } from './media-check'
import { type CheckedStory, checkStory, splitProblems } from './rule-checks'

export type CheckModes = {
  connection_check?: 'skip' | 'warn' | undefined
  lint_check?: 'enforce' | 'warn' | 'skip' | undefined
}

type RuleOptions = { isDraft: boolean } & Pick<CheckModes, 'connection_check'>
export type Problems = { issues: Issue[]; warnings: Warning[] }

/**
 * Checks stories of one project before they are created or moved. Loads everything once, so that fifty stories need
 * no more queries than one.
 */
export class StoryChecks {
  private readiness: Promise<Preflight> | undefined
  private pinterest: Promise<Pinterest> | undefined

  private constructor(
    readonly db: Database,
    readonly project: ProjectRow,
    private readonly settings: { rules: VoiceRules | null; pillarNames: Record<string, string> },
    readonly now: Date,
  ) {}

  static async open(db: Database, projectId: string, now: Date): Promise<StoryChecks> {
    const found = await findProjectWithRules(db, projectId)
    if (!found) throw notFound('project')
    const { rules, pillar_names, ...project } = found
    return new StoryChecks(db, project, { rules, pillarNames: pillar_names ?? {} }, now)
  }

  /**
   * Checks content against the rules of its channels. Problems that reject a scheduled story are warnings for a
   * draft. Only files inspected before count (`lib/stories/checks/inspect-media.ts`).
   */
  async checkRules(content: Content, { isDraft, connection_check }: RuleOptions): Promise<Problems> {
    const problems = splitProblems(await this.findProblems(content, isDraft), { isDraft })
    // A missing account is reported as missing_connection; its default board is unknown.
    if (isDraft || connection_check !== undefined || (await this.pinterestOf(content)).isConnected) return problems
    return { ...problems, issues: problems.issues.filter(({ code }) => code !== 'no_board') }
  }

  /** All problems of stored content, as warnings. */
  async allWarnings(content: Content, { isDraft }: { isDraft: boolean }): Promise<Warning[]> {
    return (await this.findProblems(content, isDraft)).warnings
  }

  private async findProblems(content: Content, isDraft: boolean): Promise<CheckedStory> {
    const checked = await checkStory(content, {
      projectSlug: this.project.slug,
      defaultBoardId: (await this.pinterestOf(content)).defaultBoardId,
      media: await mediaKnowledge(this.db, this.project.id, content),
      reportsUnchecked: !isDraft,
    })
    return { ...checked, warnings: [...checked.warnings, ...(await this.commentWarnings(content))] }
  }

  /** First comments of accounts that lack the permission to write comments. */
  private async commentWarnings({ channels, channel_overrides }: Content): Promise<Warning[]> {
    const commented = channels.filter((channel) => channel_overrides[channel]?.first_comment?.trim())
    const granted = await findGrantedScopes(this.db, this.project.id, commented)
    return granted.flatMap(({ channel, scopes }): Warning[] => {
      const message = missingCommentScope(channel, scopes)
      const field = `channel_overrides.${channel}.first_comment`
      return message === null ? [] : [{ channel, field, code: 'comment_permission', message }]
    })
  }

  private async pinterestOf({ channels }: Content): Promise<Pinterest> {
    if (!channels.includes('pinterest')) return { isConnected: false, defaultBoardId: null }
    this.pinterest ??= findPinterest(this.db, this.project.id)
    return this.pinterest
  }

  /**
   * Checks brand voice, then connections (not for drafts). Content must be valid.
   *
   * @throws voice_violation or missing_connection, in this order
   * @returns warnings
   */
  async check(content: Content, modes: CheckModes, { isDraft }: { isDraft: boolean }): Promise<Warning[]> {
    const voice = await this.checkVoice(content, modes.lint_check)
    const connections = isDraft ? [] : await this.checkConnections(content.channels, modes.connection_check)
    return [...voice, ...connections]
  }

  /** Values for the tokens of the project's tracking template. */
  trackingContext(names: { templateName: string | null; automationName: string | null }): TrackingContext {
    return { ...this.project, pillarNames: this.settings.pillarNames, ...names }
  }

  /** @throws voice_violation */
  async checkVoice(content: Content, mode: CheckModes['lint_check'] = 'enforce'): Promise<Warning[]> {
    if (mode === 'skip') return []
    const result = await lint(this.settings.rules, captionsOf(content))
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

  /** The name of the story's template. */
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

/** Story members that contain linted texts. */
export const lintedMembers: readonly (keyof Content)[] = [
  'caption',
  'channel_overrides',
  'comment_ask',
  'comment_ask_mode',
]

function sentenceOf({ violations }: LintResult): string {
  const [first] = violations
  if (!first) return 'The caption breaks the brand voice rules of this project.'
  const more = violations.length > 1 ? ` and ${violations.length - 1} more` : ''
  const [channel, part] = first.channel.split('.')
  const text = part === 'first_comment' ? 'The first comment' : 'The caption'
  const where = channel === 'default' ? text : `${text} for ${channel}`
  return `${where} breaks the brand voice rules of this project: “${first.value}”${more}.`
}

function connectionSentence({ missing, expired }: Preflight): string {
  const parts = [
    ...(missing.length ? [`not connected: ${namesOf(missing)}`] : []),
    ...(expired.length ? [`expired: ${namesOf(expired)}`] : []),
  ]
  return `Some channels cannot publish (${parts.join('; ')}). Connect them or remove them.`
}

const namesOf = (channels: readonly ChannelId[]): string => channels.map((channel) => channelNames[channel]).join(', ')

/** The preflight result limited to these channels. */
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
