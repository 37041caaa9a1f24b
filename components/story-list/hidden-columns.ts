'use client'

import { useMemo, useState } from 'react'
import { useBrowserValue } from '@/components/ui/use-browser-value'

const name = 'storycast.stories.hidden-columns'

function read(): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** Hidden columns of the story list, remembered in this browser. */
export function useHiddenColumns(): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const stored = useBrowserValue(read, '')
  const [changed, setChanged] = useState<string | null>(null)
  const text = changed ?? stored
  const hidden = useMemo(() => new Set(text.split(',').filter(Boolean)), [text])
  const change = (next: ReadonlySet<string>): void => {
    const value = [...next].join()
    setChanged(value)
    try {
      localStorage.setItem(name, value)
    } catch {
      // Without storage the columns return with the next visit.
    }
  }
  return [hidden, change]
}
