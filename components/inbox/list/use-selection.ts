'use client'

import { useState } from 'react'
import type { InboxConversation } from '@/lib/inbox/resource-contract'

/** The selected conversations. Those that have left the list are not selected any more. */
export function useSelection(conversations: readonly InboxConversation[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  return {
    ids,
    chosen: conversations.filter(({ id }) => ids.has(id)),
    /** @param isRange also all between this one and the last one */
    toggle: (id: string, isRange = false): void => {
      const order = conversations.map((conversation) => conversation.id)
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)].sort((a, b) => a - b)
      const next = new Set(ids)
      if (isRange && from !== undefined && to !== undefined && from >= 0)
        for (const one of order.slice(from, to + 1)) next.add(one)
      else if (!next.delete(id)) next.add(id)
      setIds(next)
      setLast(id)
    },
    selectAll: (isOn: boolean): void => setIds(new Set(isOn ? conversations.map(({ id }) => id) : [])),
    clear: (): void => setIds(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
