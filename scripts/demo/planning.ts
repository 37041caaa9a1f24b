import type { ChannelId } from '@/lib/channel-ids'
import { samplePillars } from '@/lib/sample-data/samples'
import { type DemoApi, send } from './demo-api'

const workingDays = [1, 2, 3, 4, 5]
const slotsAt = (...times: string[]) => times.flatMap((time) => workingDays.map((weekday) => ({ weekday, time })))
const slots = {
  instagram: slotsAt('12:30', '17:30'),
  facebook: slotsAt('12:30'),
  x: slotsAt('09:00', '12:30'),
  linkedin: slotsAt('09:00'),
  pinterest: slotsAt('17:30'),
  ghost: slotsAt('09:00'),
  threads: slotsAt('09:00', '17:30'),
} satisfies Record<ChannelId, unknown>

/** Pillars, posting slots and a saved search. */
export async function seedPlanning(api: DemoApi): Promise<void> {
  const project = `/api/projects/${api.projectId}`
  await send(api, 'PUT', `${project}/pillars`, { pillars: samplePillars }, 'pillars')
  await send(api, 'PUT', '/api/v1/posting-slots', { project_id: api.projectId, channels: slots }, 'posting-slots')
  await send(
    api,
    'POST',
    `${project}/saved-searches`,
    { name: 'Most saved', filter: { window_days: 90, min_saves: 20, sort_by: 'save_rate' } },
    'saved-search',
  )
}
