import { setTimeout as sleep } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { Scope } from '@/lib/auth/scopes'
import type { Database } from '@/lib/db/pool'
import { consentPath, insertOAuth, ownerOf } from '@/tests/support/oauth/rows'
import { startReceiver } from '@/tests/support/servers/webhook-receiver'
import { moveBack, readMetrics, replaceEndpointUrls, waitForDeliveries } from './history'
import { coming, demoStory, images, type Planned, past, waiting } from './plan'
import { fillTeam } from './team'

/** A product with its demo workspace, started by `npm run up`. */
export type Started = { url: string; email: string; password: string; token: string; sandboxUrl: string }

/** The same, filled with two weeks of a café's stories. */
export type Workspace = Started & {
  projectId: string
  invitationToken: string
  resetToken: string
  confirmToken: string
  /** A review link for a client. */
  reviewPath: string
  /** The consent page of an app. */
  consentPath: string
  /** Keys are titles. */
  storyIds: Map<string, string>
  /** Keys are descriptions. */
  endpointIds: Map<string, string>
}

type Answer = Record<string, unknown>
type Story = { id: string; title: string; status: string }

export class WorkspaceApi {
  constructor(private readonly workspace: Started) {}

  async call(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.workspace.url + path, {
      method,
      headers: { authorization: `Bearer ${this.workspace.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as Answer
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  async stories(): Promise<Story[]> {
    const { stories } = (await this.call('GET', '/api/v1/stories?limit=200')) as { stories: Story[] }
    return stories
  }

  async control(path: string, body: object): Promise<Answer> {
    const response = await fetch(`${this.workspace.sandboxUrl}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The sandbox: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
}

/** Comments of the team and of a client. @returns the path of the client's link */
async function discuss(api: WorkspaceApi, storyId: string): Promise<string> {
  const comment = (body: string, audience: 'team' | 'client') =>
    api.call('POST', `/api/v1/stories/${storyId}/comments`, { body, audience })
  await comment('The photo is from last year. Do we have a new one?', 'team')
  await comment('The text is final. Please check the tasting notes.', 'client')
  const { url } = await api.call('POST', '/api/v1/review-links', { story_ids: [storyId], name: 'Harbour Roasters' })
  const token = String(url).split('/review/')[1]
  const { stories } = (await api.call('POST', '/api/v1/reviews/open', { token })) as {
    stories: { content_version: string }[]
  }
  await api.call('POST', '/api/v1/reviews/decide', {
    ...{ token, story_id: storyId, decision: 'approved', reviewer_name: 'Cleo Marsh' },
    content_version: stories[0]?.content_version,
  })
  return `/review/${token}`
}

const zone = 'Europe/Berlin'

/** The planned time as a date, counted from today in the project's zone. */
function momentOf({ day, time }: Planned): Date {
  const at = Temporal.Now.plainDateISO(zone).add({ days: day }).toZonedDateTime({ timeZone: zone, plainTime: time })
  return new Date(at.epochMilliseconds)
}

/** Fills the demo workspace. Past stories are published now and moved back afterwards. */
export async function fillWorkspace(started: Started, db: Database): Promise<Workspace> {
  const api = new WorkspaceApi(started)
  const { projects } = (await api.call('GET', '/api/v1/projects')) as { projects: { id: string }[] }
  const projectId = projects[0]?.id ?? ''
  const filler = new Filler(api, projectId)
  // New posts get the metrics of a week. With a second page, Facebook's consent asks which one to connect.
  await api.control('settings', { metrics_ahead_ms: 7 * 86_400_000, metrics_delay_ms: 0 })
  await api.control('accounts', { network: 'facebook', name: 'Northwind Roastery', handle: 'northwindroastery' })
  const receiver = await startReceiver()
  // Fails from the eighth request on: the endpoint becomes unhealthy but is not disabled.
  let requests = 0
  receiver.answer('/newsletter', () =>
    requests++ < 7
      ? { kind: 'status', status: 200 }
      : { kind: 'status', status: 503, body: 'The newsletter service is being updated.' },
  )
  const endpointIds = await filler.addEndpoints(receiver.url)
  await filler.addMedia(started.sandboxUrl)
  const published = new Map<string, Planned>()
  for (const planned of past) published.set(await filler.addStory(planned, new Date()), planned)
  for (const planned of coming) await filler.addStory(planned, momentOf(planned))
  await filler.waitUntilPublished([...past.map(({ title }) => title), 'Hello, seven channels'])
  const beans = (await api.stories()).find(({ title }) => title === 'New beans')
  if (beans) published.set(beans.id, demoStory)
  await readMetrics(db, [...published.keys()])
  for (const [storyId, planned] of published) await moveBack(db, storyId, momentOf(planned))
  await db.updateTable('projects').set({ require_approval: true }).where('id', '=', projectId).execute()
  for (const planned of waiting) await filler.addStory(planned, momentOf(planned))
  await filler.addDraft()
  await waitForDeliveries(db)
  await replaceEndpointUrls(db, receiver.url)
  await receiver.stop()
  const links = await fillTeam(db, { projectId, email: started.email })
  const scopes: Scope[] = [
    'stories:read',
    'stories:write',
    'stories:publish',
    'media:read',
    'media:write',
    'analytics:read',
  ]
  const userId = await ownerOf(projectId, db)
  const { oauthApp } = await insertOAuth({ userId, projectId, name: 'Roast planner', scopes }, db)
  const storyIds = new Map((await api.stories()).map(({ id, title }) => [title, id]))
  const reviewPath = await discuss(api, storyIds.get('Winter blend') ?? '')
  return {
    ...started,
    projectId,
    ...links,
    reviewPath,
    consentPath: consentPath(oauthApp, scopes),
    storyIds,
    endpointIds,
  }
}

class Filler {
  private readonly files = new Map<string, string>()

  constructor(
    private readonly api: WorkspaceApi,
    private readonly projectId: string,
  ) {}

  async addEndpoints(url: string): Promise<Map<string, string>> {
    const all = [
      { description: 'Shop', url: `${url}/shop`, events: ['*'] },
      { description: 'Newsletter', url: `${url}/newsletter`, events: ['story.published', 'story.failed'] },
    ]
    const ids = new Map<string, string>()
    for (const endpoint of all) {
      const made = await this.api.call('POST', '/api/v1/webhooks', { project_id: this.projectId, ...endpoint })
      ids.set(endpoint.description, String(made.id))
    }
    return ids
  }

  async addMedia(sandboxUrl: string): Promise<void> {
    for (const [name, title, tags] of images) {
      const bytes = Buffer.from(await (await fetch(`${sandboxUrl}/samples/${name}.jpg`)).arrayBuffer())
      const { asset } = (await this.api.call('POST', '/api/v1/media', {
        project_id: this.projectId,
        name: title,
        tags,
        data_base64: bytes.toString('base64'),
      })) as { asset: { file_url: string } }
      this.files.set(name, asset.file_url)
    }
  }

  async addStory({ title, caption, channels, image }: Planned, at: Date): Promise<string> {
    const media_url = image && this.files.get(image)
    const { story } = (await this.api.call('POST', '/api/v1/stories', {
      project_id: this.projectId,
      title,
      caption,
      channels,
      hashtags: 'northwind coffee',
      ...(media_url ? { slides: [{ media_url, alt_text: 'A view from our terrace' }] } : {}),
      scheduled_at: at.toISOString(),
    })) as { story: Story }
    return story.id
  }

  async addDraft(): Promise<void> {
    await this.api.call('POST', '/api/v1/stories', {
      project_id: this.projectId,
      title: 'Spring menu',
      caption: 'Rhubarb, elderflower, and something with ice. To be continued.',
      channels: ['instagram', 'ghost'],
      slides: [{ media_url: this.files.get('meadow'), alt_text: 'A meadow in spring' }],
    })
  }

  async waitUntilPublished(titles: readonly string[]): Promise<void> {
    const deadline = performance.now() + 180_000
    for (;;) {
      const stories = await this.api.stories()
      const pending = titles.filter((name) => stories.find(({ title }) => title === name)?.status !== 'published')
      if (pending.length === 0) return
      if (performance.now() > deadline) throw new Error(`Not published within 180 s: ${pending.join(', ')}`)
      await sleep(1_000)
    }
  }
}
