/** Called by Next once, when the server starts. The import is inside the condition so that no edge bundle gets it. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node')).startOnNode()
}
