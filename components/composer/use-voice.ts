'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '@/lib/api/client'
import { lintVoice } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { Draft } from './draft'
import { findingsOf, type LintAnswer, type VoiceFinding } from './voice'

const pauseMs = 400

type Captions = { caption: string; channel_content: Partial<Record<ChannelId, { caption: string }>> }

/** What is checked at a save: the story's caption and each that a channel has of its own. */
function captionsOf({ caption, channels, overrides }: Draft): Captions {
  const own = channels.flatMap((channel) => {
    const text = overrides[channel]?.description ?? overrides[channel]?.caption
    return text === undefined ? [] : [[channel, { caption: text }] as const]
  })
  return { caption, channel_content: Object.fromEntries(own) }
}

const isEmpty = ({ caption, channel_content }: Captions): boolean =>
  [caption, ...Object.values(channel_content).map((own) => own.caption)].every((text) => text.trim() === '')

/** Where the texts break the brand voice, asked of the server when the person pauses. Nothing for an answer of old words. */
export function useVoice(projectId: string, draft: Draft): VoiceFinding[] {
  const request = JSON.stringify(captionsOf(draft))
  const [settled, setSettled] = useState(request)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(request), pauseMs)
    return () => clearTimeout(timer)
  }, [request])
  const captions = JSON.parse(settled) as Captions
  const { data } = useQuery({
    queryKey: ['voice', projectId, settled],
    queryFn: async ({ signal }): Promise<{ answer: LintAnswer; captions: Captions }> => ({
      answer: await call(lintVoice, { id: projectId, ...captions }, { signal }),
      captions,
    }),
    enabled: !isEmpty(captions),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
  })
  if (!data || isEmpty(captions)) return []
  const asked = data.captions
  const now = captionsOf(draft)
  const textOf = (from: Captions, channel: ChannelId | null): string =>
    channel === null ? from.caption : (from.channel_content[channel]?.caption ?? '')
  // Places in words that were changed since would be marked wrongly.
  return findingsOf(data.answer, (channel) => textOf(asked, channel)).filter(
    ({ channel, start, end, value }) => textOf(now, channel).slice(start, end) === value,
  )
}
