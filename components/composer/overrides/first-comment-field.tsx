'use client'

import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channel-ids'
import { CharacterCounter } from '../preview/character-counter'
import { useEditor } from '../state/editor-context'
import { useOverride } from './use-override'

/** The comment that is posted below the post. A button until it is used. */
export function FirstCommentField({ channel }: { channel: ChannelId }) {
  const { preview } = useEditor()
  const { own, idOf, edit } = useOverride(channel)
  const [isOpen, setIsOpen] = useState(false)
  const text = own.first_comment ?? ''
  if (!isOpen && text === '') {
    return (
      <Button
        isSmall
        className="self-start"
        icon={<MessageSquarePlus aria-hidden size={16} />}
        onClick={() => setIsOpen(true)}
      >
        Add first comment
      </Button>
    )
  }
  const { limits, first_comment } = preview[channel] ?? {}
  const isReply = channel === 'x' || channel === 'threads'
  return (
    <TextArea
      id={idOf('comment')}
      label={`First comment for ${channelNames[channel]}`}
      isOptional
      rows={3}
      // Opened by the button, which is gone now.
      autoFocus={isOpen}
      value={text}
      onChange={({ target: { value } }) => {
        setIsOpen(true)
        edit({ first_comment: value === '' ? undefined : value })
      }}
      aside={
        limits && (
          <CharacterCounter
            channel={channel}
            limits={{ ...limits, text_count: first_comment?.text_count ?? 0, text_max: limits.comment_max }}
          />
        )
      }
      hint={`Posted as a ${isReply ? 'reply to the post' : 'comment below the post'} after publishing.`}
    />
  )
}
