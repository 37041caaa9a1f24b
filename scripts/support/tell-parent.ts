/** A parent that is gone meanwhile needs no news; its channel closes, and that is what ends this process. */
function tell(message: Record<string, unknown>): void {
  process.send?.(message, undefined, undefined, () => {})
}

/** Tells the process that started this one that it can be used. */
export const tellReady = (): void => tell({ event: 'ready' })

/** Tells the process that started this one why it ends. */
export function tellFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  tell({ event: 'failed', message, code })
}

/** Has something said to people, where they see it. */
export function tellPeople(message: string): void {
  tell({ event: 'notice', message })
}
