'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ToastProvider } from '@/components/ui/toast'
import { ApiError } from '@/lib/api/client'

/** Retry network and server errors only. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // Fail immediately when offline. By default, requests wait silently until the browser is online.
          queries: { staleTime: 5_000, retry: shouldRetry, networkMode: 'always' },
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
