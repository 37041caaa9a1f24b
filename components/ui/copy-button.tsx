'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button'

type Props = { text: string; label?: string; isSmall?: boolean }

export function CopyButton({ text: value, label = 'Copy', isSmall = true }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setState('copied')
      setTimeout(() => setState('idle'), 3_000)
    } catch {
      // The clipboard needs https.
      setState('failed')
    }
  }
  const text = { idle: label, copied: 'Copied', failed: 'Copy it manually' }[state]
  return (
    <Button
      isSmall={isSmall}
      icon={state === 'copied' ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{text}</span>
    </Button>
  )
}
