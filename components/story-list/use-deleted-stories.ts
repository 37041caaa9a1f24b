'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

/** Sends the deletes that can still be undone. */
type Send = () => Promise<void>

/** Stories that are hidden because they were deleted, until the list no longer has them. */
export type DeletedStories = {
  hide: (ids: readonly string[]) => void
  show: (ids: readonly string[]) => void
  /** Deletes are sent when the user leaves the screen, unless they are removed before. */
  add: (send: Send) => void
  /** @returns whether it was not sent yet */
  remove: (send: Send) => boolean
  withoutDeleted: <Story extends { id: string }>(stories: readonly Story[]) => readonly Story[]
}

export function useDeletedStories(): DeletedStories {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const pending = useRef(new Set<Send>())
  const sendPending = useCallback((): void => {
    for (const send of pending.current) void send()
  }, [])
  useEffect(() => {
    window.addEventListener('pagehide', sendPending)
    return () => {
      window.removeEventListener('pagehide', sendPending)
      sendPending()
    }
  }, [sendPending])
  const withoutDeleted = useCallback(
    <Story extends { id: string }>(stories: readonly Story[]): readonly Story[] =>
      hidden.size === 0 ? stories : stories.filter(({ id }) => !hidden.has(id)),
    [hidden],
  )
  return {
    hide: (ids) => setHidden((before) => new Set([...before, ...ids])),
    show: (ids) => setHidden((before) => new Set([...before].filter((id) => !ids.includes(id)))),
    add: (send) => void pending.current.add(send),
    remove: (send) => pending.current.delete(send),
    withoutDeleted,
  }
}
