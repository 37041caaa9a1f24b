import { type DemoApi, send } from './demo-api'

const pillars = [
  {
    content_type: 'recipes',
    name: 'Recipes',
    color: '#ea580c',
    allocation_percent: 30,
    benchmark_metric: 'save_rate',
    benchmark_value: 0.025,
    max_gap_days: 7,
  },
  {
    content_type: 'behind-the-scenes',
    name: 'Behind the scenes',
    color: '#2563eb',
    allocation_percent: 25,
    benchmark_metric: 'engagement_rate',
    benchmark_value: 0.1,
    max_gap_days: 10,
  },
  {
    content_type: 'community',
    name: 'Community',
    color: '#16a34a',
    allocation_percent: 25,
    benchmark_metric: 'share_rate',
    benchmark_value: 0.01,
    max_gap_days: 10,
  },
  {
    content_type: 'offers',
    name: 'Offers',
    color: '#7c3aed',
    allocation_percent: 20,
    benchmark_metric: 'click_rate',
    benchmark_value: 0.02,
    max_gap_days: 14,
  },
]

const workingDays = [1, 2, 3, 4, 5]
const slotsAt = (...times: string[]) => times.flatMap((time) => workingDays.map((weekday) => ({ weekday, time })))
const slots = {
  instagram: slotsAt('12:30', '17:30'),
  x: slotsAt('09:00', '12:30'),
  linkedin: slotsAt('09:00'),
}

/** Pillars, posting slots and a saved search. */
export async function seedPlanning(api: DemoApi): Promise<void> {
  const project = `/api/projects/${api.projectId}`
  await send(api, 'PUT', `${project}/pillars`, { pillars }, 'pillars')
  await send(api, 'PUT', '/api/v1/posting-slots', { project_id: api.projectId, channels: slots }, 'posting-slots')
  await send(
    api,
    'POST',
    `${project}/saved-searches`,
    { name: 'Most saved', filter: { window_days: 90, min_saves: 20, sort_by: 'save_rate' } },
    'saved-search',
  )
}
