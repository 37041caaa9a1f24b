'use client'

import { AtSign, Braces, Hash, ImagePlus, Link2, type LucideIcon, Smile, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Menu } from '@/components/ui/menu'
import { Popover } from '@/components/ui/overlays/popover'
import type { ChannelId } from '@/lib/channel-ids'
import type { AiPanelControl } from '../ai/use-ai-panel'
import type { MediaActions } from '../media/use-media-actions'
import { insertText } from './insert-text'

// Each is loaded when first opened.
const EmojiPicker = lazyComponent(() => import('./emoji-picker').then((it) => it.EmojiPicker), InlineLoading)
const HashtagSets = lazyComponent(() => import('./hashtag-sets').then((it) => it.HashtagSets), InlineLoading)
const LinkTool = lazyComponent(() => import('./link-tool').then((it) => it.LinkTool), InlineLoading)
const Mentions = lazyComponent(() => import('./mentions').then((it) => it.Mentions), InlineLoading)
const Variables = lazyComponent(() => import('./variables').then((it) => it.Variables), InlineLoading)

type Props = {
  channel: ChannelId | null
  captionId: string
  media: MediaActions
  ai: AiPanelControl
  counters: ReactNode
}

const look = 'text-ink-soft aria-expanded:bg-accent-wash aria-expanded:text-accent'

/** What can be added to a text. */
export function EditorToolbar({ channel, captionId, media, ai, counters }: Props) {
  const insert = (text: string, isWord = false): void => insertText(captionId, text, { isWord })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-1.5 py-1">
      <div role="toolbar" aria-label="Add to the text" className="flex flex-wrap items-center gap-0.5">
        <Tool label="Emoji" Icon={Smile} isPlain>
          <EmojiPicker onPick={insert} />
        </Tool>
        <Tool label="Hashtag sets" Icon={Hash}>
          <HashtagSets channel={channel} />
        </Tool>
        <Menu
          label="Media"
          align="start"
          items={media.items}
          trigger={<ImagePlus size={18} />}
          triggerClassName={`inline-flex control-size items-center justify-center rounded-lg hover:bg-hover hover:text-ink ${look}`}
        />
        <Tool label="Link" Icon={Link2}>
          <LinkTool {...{ channel, captionId }} />
        </Tool>
        <Tool label="Mention" Icon={AtSign}>
          <Mentions channel={channel} onPick={(handle) => insert(handle, true)} />
        </Tool>
        <Tool label="Variables" Icon={Braces}>
          <Variables captionId={captionId} />
        </Tool>
        {ai.isAllowed && (
          <button
            type="button"
            {...ai.triggerProps}
            className={`inline-flex control-height items-center gap-1.5 rounded-lg px-2 text-sm font-medium hover:bg-hover hover:text-ink ${look}`}
          >
            <Sparkles aria-hidden size={16} className="text-accent" />
            <span className="max-sm:sr-only">Write with AI</span>
          </button>
        )}
      </div>
      {/* Counts of several channels have their own line, also while they are loaded. */}
      <div className={classes('ml-auto flex min-h-6 items-center px-1.5', channel === null && 'w-full')}>
        {counters}
      </div>
    </div>
  )
}

type ToolProps = { label: string; Icon: LucideIcon; isPlain?: boolean; children: ReactNode }

/** A button that opens a panel above it. */
const Tool = ({ label, Icon, isPlain = false, children }: ToolProps) => (
  <Popover
    label={label}
    side="top"
    className={isPlain ? 'w-80 p-0' : 'w-80 p-2'}
    trigger={
      <IconButton label={label} className={look}>
        <Icon aria-hidden size={18} />
      </IconButton>
    }
  >
    {children}
  </Popover>
)
