import type { CorpusCaption } from '@/lib/captions/corpus/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { SocialConnection } from '@/lib/connections/contract'
import type { Asset } from '@/lib/media/contract'
import type { Template } from '@/lib/templates/contract'
import { blankDraft, type Draft, slideOf } from '../draft/draft'
import { draftPartOf } from '../draft/story-to-draft'
import type { Base } from './base'

/** What the address of a new story names. */
export type NewStorySource = {
  template: Template | null
  caption: CorpusCaption | null
  assets: readonly (Asset | null)[]
}

type Setting = { projectId: string; connections: readonly SocialConnection[]; params: URLSearchParams }

/**
 * A new story with what its address asks for. `at` is a local time in the project’s zone; `media` is a list of asset
 * ids; `template` and `caption` are ids of the library; `pillar` is a content type; `channels` is a list that
 * leaves out the others.
 */
export function newStoryOf(
  { template, caption, assets }: NewStorySource,
  { projectId, connections, params }: Setting,
): { initial: Base; filled: Partial<Draft> } {
  const open = channelIds.filter((channel) => connections.some((each) => each.channel === channel && each.connected))
  const named = (params.get('channels') ?? '').split(',')
  const channels = open.filter((each) => named.includes(each))
  const at = params.get('at') ?? ''
  const pillar = (params.get('pillar') ?? '').slice(0, 100)
  const own = assets.flatMap((asset) => (asset?.project_id === projectId ? [slideOf(asset)] : []))
  const filled: Partial<Draft> = {
    ...(isLocalTime(at) ? { localTime: at } : {}),
    ...(caption?.project_id === projectId ? draftPartOfCaption(caption, open) : {}),
    ...(pillar ? { contentType: pillar } : {}),
    ...(channels.length > 0 ? { channels } : {}),
    ...(own.length > 0 ? { slides: own } : {}),
  }
  const part = template?.project_id === projectId ? draftPartOf(template) : {}
  return { initial: { draft: { ...blankDraft(open), ...part }, saved: null }, filled }
}

/** Max files in the address of a new story. */
const assetsMax = 10

/** The ids in the address of a new story. Others are ignored. */
export function idsIn(params: URLSearchParams): { template: string | null; caption: string | null; assets: string[] } {
  const idOf = (name: string): string | null => {
    const value = params.get(name) ?? ''
    return isId(value) ? value : null
  }
  const assets = (params.get('media') ?? '').split(',').filter(isId).slice(0, assetsMax)
  return { template: idOf('template'), caption: idOf('caption'), assets }
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const draftPartOfCaption = (caption: CorpusCaption, open: ChannelId[]): Partial<Draft> => ({
  caption: caption.caption,
  ...(caption.content_type ? { contentType: caption.content_type } : {}),
  ...(caption.channel && open.includes(caption.channel) ? { channels: [caption.channel] } : {}),
})

const isLocalTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))
