'use client'

import { previewAccount } from '@/components/connections/preview-account'
import { useLinkCards } from '@/components/link-cards/use-link-cards'
import { largeViewUrl } from '@/components/media/assets/thumbnail'
import { ShownFileContext } from '@/components/previews/parts/shown-file'
import { PostNotes } from '@/components/previews/post-notes'
import { PostPreview } from '@/components/previews/post-preview'
import { postTime } from '@/components/previews/rules/post-time'
import { useZone } from '@/components/time/zone'
import type { ChannelId } from '@/lib/channel-ids'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { useEditor, useEditorState } from '../state/editor-context'

type Props = { channel: ChannelId; post: PreviewChannel; at: string | null }

/** The preview of a draft, with its account. */
export function ShownPost({ channel, post, at }: Props) {
  const { projectId, connections } = useEditor()
  const zone = useZone()
  const shownSlide = useEditorState((state) => state.shownSlide)
  const cards = useLinkCards(projectId, channel, post)
  const account = connections.find((connection) => connection.channel === channel)
  const isEmpty = post.text === '' && post.media.length === 0 && !post.title
  return (
    <ShownFileContext value={shownSlide}>
      <PostPreview
        channel={channel}
        className="p-4"
        post={isEmpty ? { ...post, text: 'No text yet.' } : post}
        account={previewAccount(projectId, account)}
        time={postTime(channel, at, new Date(), zone)}
        imageUrlOf={(url) => largeViewUrl(projectId, url)}
        cards={cards}
      />
      <div className="border-t border-line px-4 py-3 has-[>div:empty]:hidden">
        <PostNotes channel={channel} post={post} />
      </div>
    </ShownFileContext>
  )
}
