import { setTimeout as sleep } from 'node:timers/promises'

/** The demo workspace of a product that was started by `npm run up`, told by its own API. */
export type Workspace = {
  url: string
  email: string
  password: string
  token: string
  sandboxUrl: string
  projectId: string
  /** By their titles. */
  storyIds: Map<string, string>
}

type Answer = Record<string, unknown>

export class WorkspaceApi {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  async call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as Answer
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
}

const day = 86_400_000

/** Two weeks of a small café, so that the pictures show a product in use. */
const plan: [number, string, string, string[]][] = [
  [1.2, 'Croissant Friday', 'Butter, butter, butter. Croissants are out at seven.', ['instagram', 'threads']],
  [1.4, 'Opening hours', 'We stay open until eight this week.', ['facebook', 'x']],
  [
    2.1,
    'Meet Ana',
    'Ana has been roasting with us for ten years. Today she tells how it began.',
    ['linkedin', 'ghost'],
  ],
  [2.3, 'Latte art', 'Swan or tulip? You choose, we pour.', ['instagram']],
  [4.2, 'Beans of the month', 'Washed Ethiopia: jasmine, lemon, honey.', ['instagram', 'facebook', 'pinterest']],
  [4.3, 'Question of the week', 'Filter or espresso?', ['x', 'threads']],
  [4.5, 'Cupping night', 'Thursday at six: taste five coffees with us.', ['facebook', 'linkedin']],
  [4.7, 'Last seats', 'Two seats are left for the cupping.', ['x']],
  [6.1, 'Sunday table', 'Bring friends, we bring the big table.', ['instagram', 'threads', 'facebook']],
  [8.2, 'New cups', 'Thrown by hand, fired twice.', ['instagram', 'pinterest']],
  [9.4, 'How we pay our growers', 'What of each cup stays where it grew.', ['linkedin', 'ghost', 'x']],
  [11.3, 'Winter blend', 'Chocolate, orange, a little smoke.', ['instagram', 'facebook', 'x', 'threads']],
]

export async function fillWorkspace(api: WorkspaceApi, sandboxUrl: string): Promise<{ projectId: string }> {
  const { projects } = (await api.call('GET', '/api/v1/projects')) as { projects: { id: string }[] }
  const projectId = projects[0]?.id ?? ''
  const pictures = ['dawn', 'meadow']
  for (const [index, [days, title, caption, channels]] of plan.entries()) {
    await api.call('POST', '/api/v1/stories', {
      project_id: projectId,
      title,
      caption,
      channels,
      hashtags: 'northwind coffee',
      slides: [{ media_url: `${sandboxUrl}/samples/${pictures[index % 2]}.jpg`, alt_text: 'A morning outside' }],
      scheduled_at: new Date(Date.now() + days * day).toISOString(),
    })
  }
  await addMedia(api, projectId, sandboxUrl)
  await api.call('POST', '/api/v1/webhooks', {
    project_id: projectId,
    url: 'https://hooks.example.com/storycast',
    events: ['story.published', 'story.failed'],
  })
  return { projectId }
}

async function addMedia(api: WorkspaceApi, projectId: string, sandboxUrl: string): Promise<void> {
  for (const [name, title, tags] of [
    ['dawn', 'Dawn over the hills', ['landscape', 'morning']],
    ['meadow', 'Meadow in June', ['landscape', 'summer']],
  ] as const) {
    const bytes = Buffer.from(await (await fetch(`${sandboxUrl}/samples/${name}.jpg`)).arrayBuffer())
    await api.call('POST', '/api/v1/media', {
      project_id: projectId,
      name: title,
      tags,
      data_base64: bytes.toString('base64'),
    })
  }
}

/** Until the demo's last story is out on all channels. */
export async function untilPublished(api: WorkspaceApi): Promise<Map<string, string>> {
  const deadline = performance.now() + 150_000
  for (;;) {
    const { stories } = (await api.call('GET', '/api/v1/stories?limit=100')) as {
      stories: { id: string; title: string; status: string }[]
    }
    if (stories.some(({ title, status }) => title === 'Hello, seven channels' && status === 'published'))
      return new Map(stories.map(({ id, title }) => [title, id]))
    if (performance.now() > deadline) throw new Error('The demo story did not go out in 150 s.')
    await sleep(1_000)
  }
}
