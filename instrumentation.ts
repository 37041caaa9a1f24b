/** Next calls this once when the server starts. The import is conditional so that no edge bundle includes it. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node')).startOnNode()
}
