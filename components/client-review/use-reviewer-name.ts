'use client'

import { useCallback, useEffect, useState } from 'react'

const storageKey = 'storycast.reviewer'

/** The name that the client entered, kept in the browser. */
export function useReviewerName(): [name: string, setName: (name: string) => void] {
  const [name, setName] = useState('')
  useEffect(() => {
    try {
      setName(window.localStorage.getItem(storageKey) ?? '')
    } catch {
      // Storage is blocked: the name is entered on each visit.
    }
  }, [])
  const keep = useCallback((next: string): void => {
    setName(next)
    try {
      window.localStorage.setItem(storageKey, next)
    } catch {
      // As above.
    }
  }, [])
  return [name, keep]
}
