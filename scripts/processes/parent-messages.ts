/** Sends a message to the parent process. An error means that the parent has exited, which also ends this process. */
function send(message: Record<string, unknown>): void {
  process.send?.(message, undefined, undefined, () => {})
}

/** Reports that this process is ready. */
export const sendReady = (): void => send({ event: 'ready' })

/** Reports why this process could not start. */
export function sendFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  send({ event: 'failed', message, code })
}

/** Sends a message that the parent prints for the user. */
export function sendNotice(message: string): void {
  send({ event: 'notice', message })
}
