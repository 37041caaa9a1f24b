'use client'

import { useMutation } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import { startConsent } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'

type Request = { channel: ChannelId; connectionId?: string | undefined; isAgain?: boolean }

/** Leads the person to the network. The page stays busy until the browser has left it. */
export function useConsent(projectId: string) {
  return useMutation({
    mutationFn: async ({ channel, connectionId, isAgain = false }: Request) => {
      const { url } = await call(startConsent, {
        project_id: projectId,
        channel,
        ...(connectionId ? { connection_id: connectionId } : {}),
        ...(isAgain ? { again: true } : {}),
      })
      window.location.assign(url)
      return new Promise<never>(() => {})
    },
  })
}
