import { setTimeout as sleep } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { ChannelId } from '@/lib/channel-ids'
import { type PictureName, pictures } from '@/lib/sample-data/pictures'
import { type DemoApi, demoTimezone, send } from './demo-api'
import type { ImageUrl } from './media'

type Story = { id: string; status: string }

const at = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

/** An instant so many days from now, at a time of day in the project's zone. */
function onDay(daysAhead: number, time: string): string {
  const day = Temporal.Now.plainDateISO(demoTimezone).add({ days: daysAhead })
  return day.toZonedDateTime({ timeZone: demoTimezone, plainTime: time }).toInstant().toString()
}

const post = (api: DemoApi, path: string, body: object, key: string): Promise<{ story: Story }> =>
  send(api, 'POST', `/api/v1/stories${path}`, body, key)

async function untilFinished(api: DemoApi, id: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (performance.now() < deadline) {
    const response = await fetch(`${api.baseUrl}/api/v1/stories/${id}`, {
      headers: { authorization: `Bearer ${api.token}` },
    })
    if (response.ok && ((await response.json()) as Story).status !== 'scheduled') return
    await sleep(200)
  }
}

/** The network's moderation refuses the next post. */
async function refuseNext(api: DemoApi, network: string, account_id: string): Promise<void> {
  await fetch(`${api.sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, account_id, call: 'publish', fault: 'refuse', preset: 'review', times: 1 }),
  })
}

/** Stories for the next posting slots of their channels, in this order. */
const queued: { title: string; caption: string; channels: ChannelId[]; image: PictureName }[] = [
  {
    title: 'Latte art class',
    caption: 'Pour your first rosetta with us. Six places, two hours, all the milk you need.',
    channels: ['instagram', 'facebook', 'x'],
    image: 'latte',
  },
  {
    title: 'Meet the roaster',
    caption: 'Meet Jonas. He roasts every Tuesday, and tastes each batch twice.',
    channels: ['linkedin', 'threads'],
    image: 'beans',
  },
  {
    title: 'Gift boxes',
    caption: 'Gift boxes are back: three coffees, a card, and a note in your own words.',
    channels: ['instagram', 'pinterest'],
    image: 'gift',
  },
]

/** Creates stories in every state, and one on all seven channels that is due in a minute. */
export async function seedStories(api: DemoApi, imageUrl: ImageUrl): Promise<void> {
  const image = (name: PictureName) => ({ media_url: imageUrl(name), alt_text: pictures[name].title })
  await post(
    api,
    '',
    {
      title: 'Winter menu',
      caption: 'What should be on the winter menu? Three ideas so far.',
      channels: ['instagram', 'x'],
      slides: [image('menu')],
    },
    'draft',
  )
  await post(
    api,
    '',
    {
      title: 'Slow mornings',
      caption: 'Slow mornings, warm cups.\n\nCome by before nine and the second one is on us.',
      hashtags: 'coffee slowmornings',
      channels: ['instagram', 'facebook', 'x', 'linkedin'],
      slides: [image('blue-cup')],
      channel_overrides: { x: { caption: 'Slow mornings, warm cups. Second one on us before nine.' } },
      scheduled_at: onDay(1, '08:30'),
    },
    'scheduled',
  )
  await post(
    api,
    '',
    {
      title: 'How we roast',
      caption: 'How we roast\n\nEvery batch is eight kilos, and every batch is tasted.',
      channels: ['ghost', 'linkedin'],
      scheduled_at: onDay(3, '12:30'),
    },
    'scheduled-later',
  )
  for (const { image: name, ...story } of queued)
    await post(api, '', { ...story, slides: [image(name)], add_to_queue: true }, `queued-${name}`)
  const cancelled = await post(
    api,
    '',
    {
      title: 'Street fair',
      caption: 'See you at the street fair on Sunday!',
      channels: ['facebook', 'threads'],
      scheduled_at: onDay(2, '10:00'),
    },
    'to-cancel',
  )
  await post(api, `/${cancelled.story.id}/cancel`, {}, 'cancel')
  const archived = await post(
    api,
    '',
    { title: 'Summer opening hours', caption: 'Open from seven all summer.', channels: ['facebook'] },
    'to-archive',
  )
  await post(api, `/${archived.story.id}/archive`, {}, 'archive')

  const published = await post(
    api,
    '',
    {
      title: 'New beans',
      caption: 'New beans are in: washed Ethiopia, floral and light.',
      hashtags: 'newbeans',
      channels: ['x', 'threads', 'linkedin'],
      scheduled_at: at(0),
    },
    'published',
  )
  await refuseNext(api, 'facebook', api.facebookAccountId)
  const failed = await post(
    api,
    '',
    { title: 'Give-away', caption: 'Tag ten friends to win!', channels: ['facebook'], scheduled_at: at(0) },
    'failed',
  )
  await Promise.all([untilFinished(api, published.story.id), untilFinished(api, failed.story.id)])
  // Pinterest does not accept shortened links.
  await refuseNext(api, 'pinterest', api.pinterestAccountId)
  const partial = await post(
    api,
    '',
    {
      title: 'Home brewing guide',
      caption: 'Our home brewing guide is out: grind, water, time. Free to download.',
      channels: ['threads', 'pinterest'],
      slides: [image('pour-over')],
      destination_url: 'https://bit.ly/northwind-guide',
      scheduled_at: at(0),
    },
    'partial',
  )
  await untilFinished(api, partial.story.id)

  await post(
    api,
    '',
    {
      title: 'Hello, seven channels',
      caption: 'One story, seven channels, each post once.',
      hashtags: 'storycast',
      channels: ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'ghost', 'threads'],
      slides: [image('shop')],
      scheduled_at: at(60_000),
    },
    'due-in-a-minute',
  )
}
