import type { z } from 'zod'
import { channelNames } from '@/components/channels/channel-names'
import { issueSentence } from '@/components/errors/form-issues'
import { ApiError } from '@/lib/api/client'
import type { Preflight } from '@/lib/stories/resource-contract'
import type { Lint } from '@/lib/voice/lint-result'
import { type FieldName, targetOfPath } from '../draft/field-target'
import { channelOfLint, fieldOfLint } from './brand-voice'
import { type Problem, voiceProblems } from './draft-problems'

/** The issues of a server error. Empty if the error has none. */
export function serverProblems(error: unknown): Problem[] {
  if (!(error instanceof ApiError)) return []
  const issues = error.issues.map(({ path, message, channel }) => {
    const target = targetOfPath(path)
    return {
      key: `${path} ${message}`,
      message: target ? issueSentence(message, labels[target.field]) : `${path}: ${message}`,
      target,
      channel: channel ?? target?.channel ?? null,
      isBlocking: true,
    }
  })
  return [...issues, ...lintProblems(error), ...preflightProblems(error)]
}

/** Problems that prevent saving even a draft. */
export const unsavableProblems = (error: unknown): Problem[] =>
  serverProblems(error).map((problem) => ({ ...problem, isUnsavable: true }))

/** Merges both lists without duplicates. The preview finds most problems before the server does. */
export function mergeProblems(found: readonly Problem[], refused: readonly Problem[]): Problem[] {
  const isVoice = ({ key }: Problem): boolean => key.startsWith('voice ')
  // The server does not tell whether a violation is in the caption or in the comment prompt.
  const isSame = (one: Problem, other: Problem): boolean =>
    one.key === other.key ||
    one.message === other.message ||
    (isVoice(one) && isVoice(other) && one.channel === other.channel)
  const known = found.map((problem) => {
    const isUnsavable = refused.some((other) => other.isUnsavable === true && isSame(problem, other))
    return isUnsavable ? { ...problem, isUnsavable } : problem
  })
  return [...known, ...refused.filter((problem) => !found.some((other) => isSame(problem, other)))]
}

function lintProblems({ extra }: ApiError): Problem[] {
  const lint = extra.lint as z.output<typeof Lint> | undefined
  return voiceProblems(
    (lint?.violations ?? []).map(({ channel }) => ({ channel: channelOfLint(channel), field: fieldOfLint(channel) })),
  )
}

function preflightProblems({ extra }: ApiError): Problem[] {
  const preflight = extra.preflight as z.output<typeof Preflight> | undefined
  return [...(preflight?.missing ?? []), ...(preflight?.expired ?? [])].map((channel) => ({
    key: `${channel} connection`,
    message: preflight?.expired.includes(channel)
      ? `The ${channelNames[channel]} connection has expired. Reconnect the account or remove the channel.`
      : `${channelNames[channel]} is not connected. Connect an account or remove the channel.`,
    target: null,
    channel,
    isBlocking: true,
    fixScreen: 'connections' as const,
  }))
}

/** The server's messages follow the name of the field: “The title must have at most 500 characters”. */
const labels: Record<FieldName, string> = {
  title: 'The title',
  caption: 'The caption',
  hashtags: 'The hashtag list',
  media: 'The media URL',
  alt: 'The alt text',
  destination: 'The link',
  link: 'The link',
  type: 'The post type',
  pillar: 'The pillar',
  channels: 'The channel list',
  time: 'The time',
  ask: 'The comment prompt',
  campaign: 'The campaign',
  content: 'The content',
  term: 'The term',
  pin: 'The pin',
  board: 'The board',
  section: 'The board section',
  cover: 'The cover image',
  separator: 'The separator',
  comment: 'The first comment',
  status: 'The status on the site',
  visibility: 'The visibility',
  canonical: 'The canonical URL',
  excerpt: 'The excerpt',
}
