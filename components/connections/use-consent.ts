'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '@/lib/api/client'
import { startConsent } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'

type Request = {
  channel: ChannelId
  connectionId?: string | undefined
  isAgain?: boolean
  returnTo?: string | undefined
}

/** Leads the person to the network. The page stays busy until the browser has left it. */
export function useConsent(projectId: string) {
  const mutation = useMutation({
    mutationFn: async ({ channel, connectionId, isAgain = false, returnTo }: Request) => {
      const { url } = await call(startConsent, {
        project_id: projectId,
        channel,
        ...(connectionId ? { connection_id: connectionId } : {}),
        ...(isAgain ? { again: true } : {}),
        ...(returnTo ? { return_to: returnTo } : {}),
      })
      window.location.assign(url)
      return new Promise<never>(() => {})
    },
  })
  const { reset } = mutation
  useEffect(() => {
    // Whoever goes back from the network finds the page as it was left, busy for ever.
    const wake = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset()
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])
  return mutation
}
