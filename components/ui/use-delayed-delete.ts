'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useToast } from './toast'

type Options<Item> = {
  /** For the toasts. */
  nameOf: (item: Item) => string
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
export function useDelayedDelete<Item extends { id: string }>({ nameOf, note, send, refresh }: Options<Item>) {
  const toast = useToast()
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set())
  // Sends a request that can still be undone, by id.
  const pending = useRef(new Map<string, () => Promise<void>>())
  const sendPending = useCallback(async (): Promise<void> => {
    await Promise.all([...pending.current.values()].map((sendNow) => sendNow()))
  }, [])
  useEffect(() => {
    const leave = (): void => void sendPending()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [sendPending])

  const show = ({ id }: Item): void => setHiddenIds((before) => new Set([...before].filter((other) => other !== id)))
  const remove = (item: Item): void => {
    const name = nameOf(item)
    const sendNow = async (): Promise<void> => {
      pending.current.delete(item.id)
      closeToast()
      try {
        await send(item)
      } catch (error) {
        show(item)
        toast(`${name} was not deleted. ${error instanceof Error ? error.message : ''}`, 'bad')
      }
      await refresh()
    }
    const undo = (): void => {
      pending.current.delete(item.id)
      show(item)
    }
    setHiddenIds((before) => new Set([...before, item.id]))
    pending.current.set(item.id, sendNow)
    const closeToast = toast(`${name} deleted.${note ? ` ${note}` : ''}`, 'good', {
      label: 'Undo',
      onUndo: undo,
      onEnd: () => void sendNow(),
    })
  }
  const withoutDeleted = (items: readonly Item[]): Item[] => items.filter(({ id }) => !hiddenIds.has(id))
  return {
    remove,
    withoutDeleted,
    /** Sends all requests that can still be undone, e.g. before an action that reuses the name of a deleted item. */
    sendPending,
  }
}
