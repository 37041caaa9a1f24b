/** Asks before the page is left, and calls `go` if it may be. */
export type Ask = (go: () => void) => void

let current: Ask | null = null

/** Opens another page without a link. Asks first if a form of this page has unsaved changes. */
export const leaveFor = (go: () => void): void => (current ? current(go) : go())

export const setLeaveGuard = (ask: Ask): void => {
  current = ask
}

export const removeLeaveGuard = (ask: Ask): void => {
  if (current === ask) current = null
}
