'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { startConsent } from '@/lib/openapi/operations.generated'

type Request = {
  channel: ChannelId
  connectionId?: string | undefined
  isAgain?: boolean
  returnTo?: string | undefined
}

/** Redirects to the network's consent page. Stays pending until the browser leaves the page. */
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
    // A page restored by the back button would stay busy.
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [reset])
  return mutation
}
