'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleHelp, type LucideIcon } from 'lucide-react'
import type { Tone } from '@/components/ui/badge'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import type { ConnectionHealth, HealthStatus } from '@/lib/connections/health/contract'
import { getConnectionHealth } from '@/lib/openapi/operations.generated'
import { connectionsKey } from './use-connections'

/** Health by channel. Its key is below the connections' key, so that a reconnect refreshes both. */
export function useHealth(projectId: string, initial?: ConnectionHealth[]): Map<ChannelId, ConnectionHealth> {
  const { data = [] } = useQuery({
    queryKey: [...connectionsKey(projectId), 'health'],
    queryFn: async ({ signal }) => (await call(getConnectionHealth, { project_id: projectId }, { signal })).platforms,
    initialData: initial,
    staleTime: 30_000,
    refetchInterval: 120_000,
  })
  return new Map(data.map((health) => [health.channel, health]))
}

type HealthBadge = { label: string; tone: Tone; Icon: LucideIcon }

/** Problems of connected accounts. */
const badges: Partial<Record<HealthStatus, HealthBadge>> = {
  publish_error: { label: 'Last post failed', tone: 'bad', Icon: CircleAlert },
  sync_error: { label: 'Metrics not updated', tone: 'warn', Icon: CircleAlert },
  stale: { label: 'Not used recently', tone: 'quiet', Icon: CircleHelp },
}

export const healthBadge = (health: ConnectionHealth | undefined): HealthBadge | null =>
  (health && badges[health.status]) ?? null

/** The problem and the next step, or null. */
export function healthText(health: ConnectionHealth | undefined): string | null {
  if (!health || health.status === 'missing' || health.next_step === null) return null
  return `${health.summary} ${health.next_step}`
}

/** Why comments and messages are missing, and the remedy. */
export function inboxErrorText(error: string): string {
  const remedy = /reconnect/i.test(error)
    ? ''
    : ' It is tried again automatically. Reconnect the account if this lasts.'
  return `New comments and messages may be missing: ${error}${remedy}`
}
