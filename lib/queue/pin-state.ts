/**
 * A pin to the grid. Instagram's API has none, so a person sets it in the app and takes it off there; the queue item
 * remembers how far that is, under `data_snapshot.pin`. Free of Node and zod: the browser reads it too.
 */
export const pinStates = ['to_do', 'done', 'removed'] as const
export type PinState = (typeof pinStates)[number]
/** `until` is null for a pin that stays. */
export type Pin = { state: PinState; until: string | null }

/** Which state may follow which. */
export const nextPinStates: Record<PinState, readonly PinState[]> = {
  to_do: ['done'],
  done: ['removed'],
  removed: [],
}

type Snapshot = { data_snapshot: unknown }

export function pinOf({ data_snapshot }: Snapshot): Pin | null {
  const pin = (data_snapshot as { pin?: Partial<Pin> } | null)?.pin
  const state = pinStates.find((known) => known === pin?.state)
  return state ? { state, until: pin?.until ?? null } : null
}

/** What a person has to do in the app now. A pin whose time is over before anybody set it is not worth setting. */
export function pinTask(item: Snapshot, now: Date): 'pin' | 'take_off' | null {
  const pin = pinOf(item)
  if (!pin) return null
  const isOver = pin.until !== null && new Date(pin.until) <= now
  if (pin.state === 'to_do') return isOver ? null : 'pin'
  return pin.state === 'done' && isOver ? 'take_off' : null
}
