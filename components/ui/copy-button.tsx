'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button'

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      setTimeout(() => setState('idle'), 3_000)
    } catch {
      // Without https a browser has no clipboard for pages.
      setState('refused')
    }
  }
  const words = { idle: label, copied: 'Copied', refused: 'Select it and copy by hand' }[state]
  return (
    <Button
      isSmall
      icon={state === 'copied' ? <Check aria-hidden size={15} /> : <Copy aria-hidden size={15} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{words}</span>
    </Button>
  )
}
