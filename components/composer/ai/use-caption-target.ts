'use client'

import { useToast } from '@/components/ui/toast'
import type { ChannelId } from '@/lib/channel-ids'
import type { Draft, DraftOverride } from '../draft/draft'
import { fieldId } from '../draft/field-target'
import { useDraft, useEditor } from '../state/editor-context'

/** The caption that AI works on, of all channels (null) or of one, and how to replace it. */
export function useCaptionTarget(channel: ChannelId | null) {
  const { store, preview } = useEditor()
  const draft = useDraft()
  const toast = useToast()
  const undo = (text: string, onUndo: () => void): void => void toast(text, 'good', { label: 'Undo', onUndo })
  const own = channel && (draft.overrides[channel] ?? {})
  const edit = (patch: Partial<Draft>): void => store.dispatch({ type: 'edited', patch })
  const replace = (text: string): void => {
    // The suggestion can be a screen below it.
    document.getElementById(fieldId({ channel, field: 'caption' }))?.scrollIntoView({ block: 'nearest' })
    if (channel === null) {
      const { caption } = draft
      edit({ caption: text })
      undo('Caption replaced.', () => edit({ caption }))
    } else {
      const before: Partial<DraftOverride> = { caption: own?.caption, description: own?.description }
      store.dispatch({ type: 'channelEdited', channel, patch: { caption: text, description: undefined } })
      undo('Caption replaced.', () => store.dispatch({ type: 'channelEdited', channel, patch: before }))
    }
  }
  /** Sets the captions of several channels. */
  const replaceVersions = (versions: readonly { channel: ChannelId; caption: string }[]): void => {
    const { overrides } = draft
    for (const { channel, caption } of versions)
      store.dispatch({ type: 'channelEdited', channel, patch: { caption, description: undefined } })
    undo(versions.length === 1 ? 'Version used.' : `${versions.length} versions used.`, () => edit({ overrides }))
  }
  const setHashtags = (text: string): void => {
    const hashtags = own?.hashtags
    const before = draft.hashtags
    if (channel === null) {
      edit({ hashtags: text })
      undo('Hashtags replaced.', () => edit({ hashtags: before }))
    } else {
      store.dispatch({ type: 'channelEdited', channel, patch: { hashtags: text } })
      undo('Hashtags replaced.', () => store.dispatch({ type: 'channelEdited', channel, patch: { hashtags } }))
    }
  }
  return {
    draft,
    caption: own?.description ?? own?.caption ?? draft.caption,
    /** A caption for all channels must fit the strictest one. */
    strictest: channel ?? strictestOf(draft.channels, (id) => preview[id]?.limits.text_max ?? null),
    replace,
    replaceVersions,
    setHashtags,
  }
}

function strictestOf(channels: readonly ChannelId[], maxOf: (channel: ChannelId) => number | null): ChannelId | null {
  const limited = channels.filter((channel) => maxOf(channel) !== null)
  return limited.sort((one, other) => (maxOf(one) ?? 0) - (maxOf(other) ?? 0))[0] ?? channels[0] ?? null
}
