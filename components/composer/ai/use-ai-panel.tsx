'use client'

import { type ReactNode, useId, useState } from 'react'
import { useMay } from '@/components/projects/role'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'

// Most posts are written without it.
const AiPanel = lazyComponent(() => import('./ai-panel').then((it) => it.AiPanel))

export type AiPanelControl = {
  isAllowed: boolean
  /** Of the button that opens it. */
  triggerProps: { 'aria-expanded': boolean; 'aria-controls': string | undefined; onClick: () => void }
  panel: ReactNode
}

/** The AI panel of a caption, and the button that opens it. */
export function useAiPanel(channel: ChannelId | null): AiPanelControl {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const isAllowed = useMay('captions:write')
  return {
    isAllowed,
    triggerProps: {
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => setIsOpen(!isOpen),
    },
    panel: isAllowed && isOpen && <AiPanel id={id} channel={channel} onClose={() => setIsOpen(false)} />,
  }
}
