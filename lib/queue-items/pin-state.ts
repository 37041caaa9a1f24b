/**
 * A pin to the Instagram grid. Instagram's API cannot pin, so a user does it in the app. The queue item stores the
 * state under `data_snapshot.pin`. No Node or zod imports: the browser uses this file too.
 */
export const pinStates = ['to_do', 'done', 'removed'] as const
export type PinState = (typeof pinStates)[number]
/** `until` is null for a permanent pin. */
export type Pin = { state: PinState; until: string | null }

/** Allowed transitions. */
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

/** What the user has to do in the app now. A pin that expired before it was set is skipped. */
export function pinTask(item: Snapshot, now: Date): 'pin' | 'take_off' | null {
  const pin = pinOf(item)
  if (!pin) return null
  const isOver = pin.until !== null && new Date(pin.until) <= now
  if (pin.state === 'to_do') return isOver ? null : 'pin'
  return pin.state === 'done' && isOver ? 'take_off' : null
}
