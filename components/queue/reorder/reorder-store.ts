import type { Place } from './places'

/** What rows show of a move in progress: the place where the post would be dropped. */
type Target = { key: string; edge: 'top' | 'bottom' | 'over' } | null

/** Keeps the places and the drop target out of the state of the list, so that only two rows are drawn again. */
export class ReorderStore {
  places: readonly Place[] = []
  private target: Target = null
  private readonly listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  edgeAt(key: string): 'top' | 'bottom' | 'over' | null {
    return this.target?.key === key ? this.target.edge : null
  }

  /** Shows where a post would go. Null: nothing is moved. */
  show(id: string, to: Place | null): void {
    const positionOf = (key: string): number => this.places.findIndex((place) => place.key === key)
    if (!to || to.key === id) this.target = null
    else if (!to.post) this.target = { key: to.key, edge: 'over' }
    else this.target = { key: to.key, edge: positionOf(id) < positionOf(to.key) ? 'bottom' : 'top' }
    for (const listener of this.listeners) listener()
  }
}
