import { type DemoApi, send } from './demo-api'

const templates = [
  {
    name: 'Roast of the week',
    story: {
      caption: 'New on the bar from {{weekday}}: the {{month_long}} guest roast. Come in for a taste.',
      channels: ['instagram', 'facebook', 'x'],
      content_type: 'offers',
      media: 'dawn',
    },
    cadence: { kind: 'weekly', time: '08:30', weekdays: [1] },
  },
  {
    name: 'Weekend hours',
    story: { caption: 'Open on Saturday and Sunday from 9 to 18.', channels: ['facebook', 'threads'] },
    cadence: { kind: 'weekly', time: '16:00', weekdays: [5] },
  },
  {
    name: 'Month in review',
    story: { caption: 'What {{month_long}} tasted like. Three coffees we will keep.', channels: ['linkedin'] },
    cadence: { kind: 'monthly', time: '09:00', day_of_month: 'last' },
  },
]

/** Creates the demo's recurring posts. */
export async function seedRecurring(api: DemoApi): Promise<void> {
  for (const { story, ...template } of templates) {
    const { media, ...texts } = { media: undefined, ...story }
    const slides = media ? [{ media_url: `${api.sandboxUrl}/samples/${media}.jpg` }] : undefined
    const path = `/api/projects/${api.projectId}/recurring-templates`
    await send(api, 'POST', path, { ...template, story: { ...texts, slides } }, template.name)
  }
}
