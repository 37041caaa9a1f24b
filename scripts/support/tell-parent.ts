/** Tells the process that started this one why it ends. */
export function tellFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  process.send?.({ event: 'failed', message, code })
}

/** Has something said to people, where they see it. */
export function tellPeople(message: string): void {
  process.send?.({ event: 'notice', message })
}
