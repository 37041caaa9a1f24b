'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useToast } from './toast'

type Options<Item> = {
  /** For the toasts. */
  nameOf: (item: Item) => string
  /** For the toasts of several items, e.g. “3 files”. Needed for `removeAll`. */
  nameOfAll?: (count: number) => string
  /** A sentence after “deleted.” */
  note?: string
  /** Sends the request. Use `keepalive`, because the page may be closing. */
  send: (item: Item) => Promise<unknown>
  /** Loads the list again, after a success and after an error. */
  refresh: () => Promise<unknown>
}

/**
 * Deletes with undo. The item is hidden at once; the request is sent when the toast ends or the user leaves the screen.
 * Undo sends nothing, so the item keeps its id and everything that refers to it. An item whose request fails is shown
 * again.
 */
export function useDelayedDelete<Item extends { id: string }>({
  nameOf,
  nameOfAll,
  note,
  send,
  refresh,
}: Options<Item>) {
  const toast = useToast()
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set())
  // Send the requests that can still be undone.
  const pending = useRef(new Set<() => Promise<void>>())
  const sendPending = useCallback(async (): Promise<void> => {
    await Promise.all([...pending.current].map((sendNow) => sendNow()))
  }, [])
  useEffect(() => {
    const leave = (): void => void sendPending()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [sendPending])

  const show = (items: readonly Item[]): void =>
    setHiddenIds((before) => new Set([...before].filter((id) => !items.some((item) => item.id === id))))
  const nameOfItems = (items: readonly Item[]): string =>
    items.length === 1 || !nameOfAll ? items.map(nameOf).join(', ') : nameOfAll(items.length)
  /** One toast for all of them. */
  const removeAll = (items: readonly Item[]): void => {
    const sendNow = async (): Promise<void> => {
      pending.current.delete(sendNow)
      closeToast()
      // At once, because the page may be closing.
      const results = await Promise.allSettled(items.map(send))
      const failed = items.filter((_, at) => results[at]?.status === 'rejected')
      if (failed.length > 0) {
        show(failed)
        const [reason] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
        const were = failed.length === 1 ? 'was' : 'were'
        toast(`${nameOfItems(failed)} ${were} not deleted. ${reason instanceof Error ? reason.message : ''}`, 'bad')
      }
      await refresh()
    }
    const undo = (): void => {
      pending.current.delete(sendNow)
      show(items)
    }
    setHiddenIds((before) => new Set([...before, ...items.map(({ id }) => id)]))
    pending.current.add(sendNow)
    const closeToast = toast(`${nameOfItems(items)} deleted.${note ? ` ${note}` : ''}`, 'good', {
      label: 'Undo',
      onUndo: undo,
      onEnd: () => void sendNow(),
    })
  }
  const withoutDeleted = (items: readonly Item[]): Item[] => items.filter(({ id }) => !hiddenIds.has(id))
  return {
    remove: (item: Item): void => removeAll([item]),
    removeAll,
    withoutDeleted,
    /** Sends all requests that can still be undone, e.g. before an action that reuses the name of a deleted item. */
    sendPending,
  }
}
