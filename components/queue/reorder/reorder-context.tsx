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
import { slotTest } from '@/components/posting-slots/slot-times'
import { usePostingSlots } from '@/components/posting-slots/use-posting-slots'
import { useMay } from '@/components/projects/role'
import { useToast } from '@/components/ui/toast'
import type { ChannelId } from '@/lib/channel-ids'
import type { ListedQueueItem } from '@/lib/queue/contract'
import type { QueueFilter } from '../queue-filter'
import {
  dropRefusal,
  type Move,
  moveBetween,
  type Place,
  placesOf,
  reachable,
  type Step,
  stepFrom,
  stuckReasons,
} from './places'
import { ReorderStore } from './reorder-store'
import { useMoveItem } from './use-move-item'

type Reorder = {
  channel: ChannelId
  store: ReorderStore
  placeOf: (key: string) => Place | undefined
  /** Its own place and those that a post can move to, soonest first. */
  placesFor: (id: string) => Place[]
  canMove: (id: string, to: Place) => boolean
  /** Moves a post to a place. */
  moveTo: (id: string, to: Place) => void
  moveBy: (id: string, step: Step) => void
  announce: (text: string) => void
  /** Says why a post was not moved, after it was dropped on the row of a place that it cannot have. */
  explainDrop: (id: string, key: string) => void
}

const ReorderContext = createContext<Reorder | null>(null)
/** `isReady`: the posting slots are known. `stuck`: why its post can move to no place on the screen. */
type ShownPlace = Place & { isReady: boolean; stuck: string | null }

const PlacesContext = createContext<ReadonlyMap<string, ShownPlace>>(new Map())

/** Null if the posts on the screen cannot be reordered: they are of several channels, or the member may not. */
export const useReorder = (): Reorder | null => use(ReorderContext)

/** The places by key, for rows. The functions of `useReorder` know them too, and stay the same when they change. */
export const usePlaces = (): ReadonlyMap<string, ShownPlace> => use(PlacesContext)

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
  const toast = useToast()
  const [store] = useState(() => new ReorderStore())
  const [announcement, setAnnouncement] = useState('')
  const move = useMoveItem(projectId, filter, setAnnouncement)
  const isPossible = channel !== null && view === 'upcoming' && mayMove
  const { data: postingSlots } = usePostingSlots(projectId, { isEnabled: isPossible })
  const places = useMemo(() => {
    if (!isPossible) return []
    // Until the slots are known, no posts swap.
    return placesOf(items, slots, now, postingSlots ? slotTest(postingSlots, channel) : () => false)
  }, [isPossible, channel, items, slots, now, postingSlots])
  const byKey = useMemo(() => {
    const isReady = postingSlots !== undefined
    const stuckReason = stuckReasons(places)
    const shownOf = (place: Place): ShownPlace => ({
      ...place,
      isReady,
      isFixed: isReady && place.isFixed,
      stuck: isReady ? stuckReason(place) : null,
    })
    return new Map(places.map((place) => [place.key, shownOf(place)]))
  }, [places, postingSlots])
  const run = useRef(move)
  useLayoutEffect(() => {
    store.places = places
    run.current = move
  })
  const reorder = useMemo((): Reorder | null => {
    if (!isPossible) return null
    const start = (planned: Move | null, id: string): void => {
      store.show(id, null)
      if (planned) run.current(planned, store.places)
    }
    return {
      channel,
      store,
      placeOf: (key) => store.places.find((place) => place.key === key),
      placesFor: (id) => reachable(store.places, id),
      canMove: (id, to) => moveBetween(store.places, id, to) !== null,
      moveTo: (id, to) => start(moveBetween(store.places, id, to), id),
      moveBy: (id, step) => {
        const to = stepFrom(store.places, id, step)
        if (to) start(moveBetween(store.places, id, to), id)
      },
      announce: setAnnouncement,
      explainDrop: (id, key) => {
        const to = store.places.find((place) => place.key === key)
        const reason = to && dropRefusal(store.places, id, to)
        if (reason) toast(`Not moved. ${reason}`, 'bad')
      },
    }
  }, [isPossible, channel, store, toast])
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
