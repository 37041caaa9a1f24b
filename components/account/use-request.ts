import { useState } from 'react'

/**
 * Runs a request and stores its error, for pages without a query client. A request that resolves to `leaving` keeps
 * the button busy until the next page loads.
 */
export function useRequest() {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (request: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true)
    setError(null)
    try {
      if ((await request()) === 'leaving') return
    } catch (cause) {
      setError(cause)
    }
    setIsBusy(false)
  }
  return { run, error, isBusy }
}
