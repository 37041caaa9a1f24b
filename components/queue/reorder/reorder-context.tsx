'use client'

import {
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useMay } from '@/components/projects/role'
import type { ChannelId } from '@/lib/channel-ids'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { QueueFilter } from '../queue-filter'
import { type Move, moveBetween, type Place, placesOf, type Step, stepFrom } from './places'
import { ReorderStore } from './reorder-store'
import { useMoveItem } from './use-move-item'

type Reorder = {
  channel: ChannelId
  store: ReorderStore
  placeOf: (key: string) => Place | undefined
  /** Moves a post to a place. */
  moveTo: (id: string, to: Place) => void
  moveBy: (id: string, step: Step) => void
  announce: (text: string) => void
}

const ReorderContext = createContext<Reorder | null>(null)
const PlacesContext = createContext<ReadonlyMap<string, Place>>(new Map())

/** Null if the posts on the screen cannot be reordered: they are of several channels, or the member may not. */
export const useReorder = (): Reorder | null => use(ReorderContext)

/** The places by key, for rows. The functions of `useReorder` know them too, and stay the same when they change. */
export const usePlaces = (): ReadonlyMap<string, Place> => use(PlacesContext)

type Props = {
  projectId: string
  filter: QueueFilter
  items: readonly ListedQueueItem[]
  slots: readonly { at: string }[]
  now: Date
  children: ReactNode
}

/** Lets the posts of one channel be reordered. */
export function ReorderProvider({ projectId, filter, items, slots, now, children }: Props) {
  const { channel, view } = filter
  const mayMove = useMay('stories:publish')
  const [store] = useState(() => new ReorderStore())
  const [announcement, setAnnouncement] = useState('')
  const move = useMoveItem(projectId, filter, setAnnouncement)
  const places = useMemo(() => placesOf(items, slots, now), [items, slots, now])
  const byKey = useMemo(() => new Map(places.map((place) => [place.key, place])), [places])
  const run = useRef(move)
  useLayoutEffect(() => {
    store.places = places
    run.current = move
  })
  const reorder = useMemo((): Reorder | null => {
    if (channel === null || view !== 'upcoming' || !mayMove) return null
    const start = (planned: Move | null, id: string): void => {
      store.show(id, null)
      if (planned) run.current(planned, store.places)
    }
    return {
      channel,
      store,
      placeOf: (key) => store.places.find((place) => place.key === key),
      moveTo: (id, to) => start(moveBetween(store.places, id, to), id),
      moveBy: (id, step) => {
        const to = stepFrom(store.places, id, step)
        if (to) start(moveBetween(store.places, id, to), id)
      },
      announce: setAnnouncement,
    }
  }, [channel, view, mayMove, store])
  return (
    <ReorderContext value={reorder}>
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      <PlacesContext value={byKey}>{children}</PlacesContext>
    </ReorderContext>
  )
}

const nothing = () => () => {}

/** How a row shows that a post would be dropped there. */
export function useDropEdge(key: string): 'top' | 'bottom' | 'over' | null {
  const store = useReorder()?.store
  return useSyncExternalStore(
    store?.subscribe ?? nothing,
    () => store?.edgeAt(key) ?? null,
    () => null,
  )
}
