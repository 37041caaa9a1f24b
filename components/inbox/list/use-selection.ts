'use client'

import { useState } from 'react'
import type { InboxConversation } from '@/lib/inbox/resource-contract'

/**
 * The selected conversations.
 *
 * @param isComplete whether the list has all conversations. Otherwise a selected one may only be further down.
 */
export function useSelection(conversations: readonly InboxConversation[], isComplete: boolean) {
  const [selected, setSelected] = useState<ReadonlyMap<string, InboxConversation>>(new Map())
  const [last, setLast] = useState<string | null>(null)
  const listed = new Map(conversations.map((conversation) => [conversation.id, conversation]))
  const chosen = [...selected].flatMap(([id, before]) => listed.get(id) ?? (isComplete ? [] : [before]))
  const select = (next: readonly InboxConversation[]): void => setSelected(new Map(next.map((one) => [one.id, one])))
  return {
    ids: new Set(chosen.map(({ id }) => id)),
    chosen,
    /** @param isRange also all between this one and the last one */
    toggle: (id: string, isRange = false): void => {
      const order = conversations.map((conversation) => conversation.id)
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].sort((a, b) => a - b)
      const next = new Map(chosen.map((one) => [one.id, one]))
      const range =
        isRange && from !== undefined && to !== undefined && from >= 0 ? conversations.slice(from, to + 1) : []
      const one = listed.get(id)
      if (range.length > 0) for (const other of range) next.set(other.id, other)
      else if (!next.delete(id) && one) next.set(id, one)
      setSelected(next)
      setLast(id)
    },
    selectAll: (isOn: boolean): void => select(isOn ? conversations : []),
    drop: (ids: ReadonlySet<string>): void => select(chosen.filter(({ id }) => !ids.has(id))),
    clear: (): void => select([]),
  }
}

export type Selection = ReturnType<typeof useSelection>
