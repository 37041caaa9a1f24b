import type { Job } from '@/lib/job'
import { sendPillarAlerts } from './alerts'

export const jobs: readonly Job[] = [
  {
    name: 'pillar-alerts',
    summary: 'Sends events about pillars without recent posts or below their benchmark. Daily at 08:00 UTC.',
    everySeconds: 86_400,
    offsetSeconds: 8 * 3_600,
    cron: '0 8 * * *',
    isLong: true,
    run: (db) => sendPillarAlerts(db),
  },
]
