import type { ChannelId } from '@/lib/channels/ids'
import { channelIds } from '@/lib/channels/ids'
import { type Preflight, preflight } from '@/lib/connections/preflight'
import type { Database } from '@/lib/db/pool'
import { AppError, type Issue, notFound } from '@/lib/errors'
import type { ProjectRow } from '@/lib/projects/repository'
import { lint } from '@/lib/voice/lint'
import type { LintResult, VoiceRules } from '@/lib/voice/rules'
import { checkChannels } from './channel-check'
import type { Content } from './content'
import { linksFor } from './judge'
import { checkMedia } from './media-check'
import { findProjectWithRules, findTemplateName } from './repository'
import type { Warning } from './resource-contract'
import type { TrackingRoom } from './tracking-values'

export type Checks = {
  connection_check?: 'skip' | 'warn' | undefined
  lint_check?: 'enforce' | 'warn' | 'skip' | undefined
}

/**
 * Where stories of one project are checked before they are made or moved. What it asks of the database it asks once,
 * so that fifty stories cost no more questions than one.
 */
export class Desk {
  private readiness: Promise<Preflight> | undefined

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

  /** What stored content has against each channel's limits. */
  checkLimits(content: Content): Promise<{ issues: Issue[]; warnings: Warning[] }> {
    return checkChannels(content, (channel) => linksFor(content, channel, this.project.slug))
  }

  /** What the files that are known have against each channel's rules. */
  checkMedia(content: Content, unsound?: ReadonlySet<string>): Promise<{ issues: Issue[]; warnings: Warning[] }> {
    return checkMedia(this.db, this.project.id, content, unsound)
  }

  /**
   * The brand voice, then the connections, which a draft does not need yet. For content that is right in itself.
   *
   * @throws voice_violation or missing_connection, in this order
   * @returns what did not stop it and is worth knowing
   */
  async check(content: Content, checks: Checks, { isDraft }: { isDraft: boolean }): Promise<Warning[]> {
    const voice = await this.checkVoice(content, checks.lint_check ?? 'enforce')
    const connections = isDraft ? [] : await this.checkConnections(content.channels, checks.connection_check)
    return [...voice, ...connections]
  }

  /** What the project gives to the tokens of its tracking template. Without a pillar's name its key is used. */
  trackingRoom(names: { templateName: string | null; automationName: string | null }): TrackingRoom {
    return { ...this.project, pillarName: null, ...names }
  }

  private async checkVoice(content: Content, mode: 'enforce' | 'warn' | 'skip'): Promise<Warning[]> {
    if (mode === 'skip') return []
    const result = await lint(this.rules, captionsOf(content))
    if (result.ok) return []
    const message = sentenceOf(result)
    if (mode === 'enforce') throw new AppError('voice_violation', message, { lint: result })
    return [{ code: 'voice_violation', message, lint: result }]
  }

  async checkConnections(channels: readonly ChannelId[], mode: 'skip' | 'warn' | undefined): Promise<Warning[]> {
    if (mode === 'skip') return []
    this.readiness ??= preflight(this.db, this.project.id, channelIds, this.now)
    const result = restrict(await this.readiness, channels)
    if (result.ok) return []
    const message = connectionSentence(result)
    if (mode !== 'warn') throw new AppError('missing_connection', message, { preflight: result })
    return [{ code: 'missing_connection', message, preflight: result }]
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
