'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleHelp, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/components/ui/badge'
import { call } from '@/lib/api/client'
import { getConnectionHealth } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { ConnectionHealth, HealthStatus } from '@/lib/connections/health-contract'
import { connectionsKey } from './use-connections'

/** How each channel fares. It stands below the connections' key, so that a reconnect asks anew for both. */
export function useHealth(projectId: string, initial: ConnectionHealth[]): Map<ChannelId, ConnectionHealth> {
  const { data } = useQuery({
    queryKey: [...connectionsKey(projectId), 'health'],
    queryFn: async ({ signal }) => (await call(getConnectionHealth, { project_id: projectId }, { signal })).platforms,
    initialData: initial,
    staleTime: 30_000,
    refetchInterval: 120_000,
  })
  return new Map(data.map((health) => [health.channel, health]))
}

type Face = { word: string; tone: Tone; Icon: LucideIcon }

/** What is wrong with an account that is connected all the same. */
const faces: Partial<Record<HealthStatus, Face>> = {
  publish_error: { word: 'Last post failed', tone: 'bad', Icon: CircleAlert },
  sync_error: { word: 'Numbers not read', tone: 'warn', Icon: CircleAlert },
  stale: { word: 'Not used for long', tone: 'quiet', Icon: CircleHelp },
}

export const healthFace = (health: ConnectionHealth | undefined): Face | null =>
  (health && faces[health.status]) ?? null

/** Null when all is well, so that a row without trouble stays short. */
export function healthWords(health: ConnectionHealth | undefined): string | null {
  if (!health || health.status === 'missing' || health.next_step === null) return null
  return `${health.summary} ${health.next_step}`
}
