'use client'

import { Sparkles } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { ChannelId } from '@/lib/channel-ids'

// Most posts are written without it.
const AiPanel = lazyComponent(() => import('./ai-panel').then((it) => it.AiPanel))

/** A button for the line of a caption's label, and the panel that it opens. */
export function useAiPanel(channel: ChannelId | null): { button: ReactNode; panel: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (!useMay('captions:write')) return { button: null, panel: null }
  const button = (
    <Button
      isSmall
      tone="ghost"
      icon={<Sparkles aria-hidden size={16} className="text-accent" />}
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onClick={() => setIsOpen(!isOpen)}
    >
      Write with AI
    </Button>
  )
  return { button, panel: isOpen && <AiPanel id={id} channel={channel} onClose={() => setIsOpen(false)} /> }
}
