'use client'

import { type ReactNode, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { withKeys } from '@/components/ui/data/with-keys'
import type { ChannelId } from '@/lib/channel-ids'
import { type Fold, foldText } from '../rules/fold-text'
import { textParts } from '../rules/text-parts'

type Props = {
  channel: ChannelId
  text: string
  /** Null shows all of the text. */
  fold?: Fold | null
  /** As the network labels it. */
  moreLabel?: string
  className?: string
  /** In the same line, before the text. */
  children?: ReactNode
}

/** Text with the network's colors, cut where the network cuts it. */
export function PostText({ channel, text, fold = null, moreLabel = 'more', className, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const folded = isOpen ? null : foldText(text, fold)
  if (text === '' && !children) return null
  return (
    <p className={classes('whitespace-pre-wrap wrap-anywhere', className)}>
      {children}
      {withKeys(textParts(channel, folded ?? text), (part) => part.text).map(([key, { kind, text: piece }]) =>
        kind === 'text' ? (
          piece
        ) : (
          <span key={key} className={channel === 'ghost' ? 'text-accent underline' : 'text-accent'}>
            {piece}
          </span>
        ),
      )}
      {folded !== null && (
        <>
          …{' '}
          <button
            type="button"
            onClick={() => setIsOpen(true)}
            className="relative font-inherit text-ink-soft after:absolute after:-inset-x-2 after:-inset-y-1 hover:underline"
          >
            {moreLabel}
          </button>
        </>
      )}
    </p>
  )
}
