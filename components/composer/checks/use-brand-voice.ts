'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { lintVoice } from '@/lib/openapi/operations.generated'
import { withCommentAsk } from '@/lib/posts/comment-ask'
import type { Draft } from '../draft/draft'
import { findingsOf, inField, type LintResult, type VoiceFinding } from './brand-voice'
import { useDebounced } from './use-debounced'

const pauseMs = 400

type Captions = { caption: string; channel_content: Partial<Record<ChannelId, { caption: string }>> }

/** The texts that a save checks: the story's caption with its comment prompt, and the captions of channels. */
function captionsOf({ caption, channels, overrides, commentAsk, isAskOnlyNoted }: Draft): Captions {
  const own = channels.flatMap((channel) => {
    const text = overrides[channel]?.description ?? overrides[channel]?.caption
    return text === undefined ? [] : [[channel, { caption: text }] as const]
  })
  const ask = {
    comment_ask: commentAsk.trim() || null,
    comment_ask_mode: isAskOnlyNoted ? 'metadata' : 'append',
  } as const
  return { caption: withCommentAsk(caption, ask), channel_content: Object.fromEntries(own) }
}

const isEmpty = ({ caption, channel_content }: Captions): boolean =>
  [caption, ...Object.values(channel_content).map((own) => own.caption)].every((text) => text.trim() === '')

const textOf = ({ caption, channel_content }: Captions, channel: ChannelId | null): string =>
  channel === null ? caption : (channel_content[channel]?.caption ?? '')

/** Where the texts break the brand voice, checked by the server when typing pauses. */
export function useBrandVoice(projectId: string, draft: Draft): VoiceFinding[] {
  const current = captionsOf(draft)
  const settled = useDebounced(JSON.stringify(current), pauseMs)
  const captions = JSON.parse(settled) as Captions
  const { data } = useQuery({
    queryKey: ['voice', projectId, settled],
    queryFn: async ({ signal }): Promise<{ lint: LintResult; captions: Captions }> => ({
      lint: await call(lintVoice, { id: projectId, ...captions }, { signal }),
      captions,
    }),
    enabled: !isEmpty(captions),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
  })
  if (!data || isEmpty(captions)) return []
  // The text may have changed since the request. Findings that no longer match their position are dropped.
  return findingsOf(data.lint, (channel) => textOf(data.captions, channel))
    .filter(({ channel, start, end, value }) => textOf(current, channel).slice(start, end) === value)
    .map((finding) => inField(finding, draft, current.caption))
}
