import { useSyncExternalStore } from 'react'

export type Step<State, Effect> = { state: State; effects: Effect[] }

export type Store<State, Event> = {
  get: () => State
  /** Calls back after each change. */
  subscribe: (listener: () => void) => () => void
  dispatch: (event: Event) => void
}

/**
 * Holds a state outside of React, so that effects and listeners always read the current one.
 *
 * @param transition pure: the next state and the effects to run
 * @param run runs an effect; called after the state has changed
 */
export function createStore<State, Event, Effect>(
  initial: State,
  transition: (state: State, event: Event) => Step<State, Effect>,
  run: (effect: Effect) => void = () => {},
): Store<State, Event> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch: (event) => {
      const { state, effects } = transition(current, event)
      const hasChanged = state !== current
      current = state
      if (hasChanged) for (const listener of [...listeners]) listener()
      for (const effect of effects) run(effect)
    },
  }
}

/** @param select must return the same value for the same state: a part of it, not a new object */
export function useStore<State, Selected>(
  { get, subscribe }: Pick<Store<State, never>, 'get' | 'subscribe'>,
  select: (state: State) => Selected,
): Selected {
  const selected = (): Selected => select(get())
  return useSyncExternalStore(subscribe, selected, selected)
}
