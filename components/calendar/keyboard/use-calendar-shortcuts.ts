import { isDialogOpen, useShortcuts } from '@/components/shortcuts/use-shortcuts'
import { step, type ViewState } from '../data/view-state'

type Props = {
  viewState: ViewState
  today: string
  show: (viewState: ViewState) => void
  /** Null if there is nothing to undo. */
  undo: (() => Promise<void>) | null
}

/** Shortcuts of the calendar: T, M, W, D, L, F, arrows and undo. */
export function useCalendarShortcuts({ viewState, today, show, undo }: Props): void {
  const go = (by: 1 | -1) => (): void => {
    // Arrows have their own meaning in buttons and fields.
    if (document.activeElement === null || document.activeElement === document.body) show(step(viewState, by))
  }
  useShortcuts({
    t: () => show({ ...viewState, date: today }),
    m: () => show({ ...viewState, view: 'month' }),
    w: () => show({ ...viewState, view: 'week' }),
    d: () => show({ ...viewState, view: 'day' }),
    l: () => show({ ...viewState, view: 'list' }),
    f: () => visible('#calendar-filters button, #calendar-options')?.focus(),
    arrowleft: go(-1),
    arrowright: go(1),
    // In a dialog the keys undo what was typed.
    'mod+z': () => (undo && !isDialogOpen() ? void undo() : false),
  })
}

const visible = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0)
