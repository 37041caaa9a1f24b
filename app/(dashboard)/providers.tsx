'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ToastProvider } from '@/components/ui/toast'
import { ApiError } from '@/lib/api/client'

/** A refusal will not change by asking again; a lost connection may. */
const isWorthAnotherTry = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // Without a line a call fails at once and says so; the default waits in silence until the line is back.
          queries: { staleTime: 5_000, retry: isWorthAnotherTry, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  )
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  )
}
