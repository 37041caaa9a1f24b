import { type DemoApi, demoTimezone, send } from './demo-api'

const templates = [
  { name: 'New article', caption: 'On the blog: {{item.title}}\n\n{{link}}', hashtags: '#coffee' },
  { name: 'Weekly digest', caption: 'Our week in coffee:\n\n{{recent_posts}}' },
]

/** Creates the demo's automations. The first one has made a draft. */
export async function seedAutomations(api: DemoApi, connectorId: string): Promise<void> {
  const ids: string[] = []
  for (const template of templates) {
    const body = { project_id: api.projectId, ...template }
    ids.push((await send<{ id: string }>(api, 'POST', '/api/v1/templates', body, `template ${template.name}`)).id)
  }
  const [article, digest] = ids
  const path = '/api/v1/automations'
  const blog = {
    project_id: api.projectId,
    name: 'Blog to LinkedIn and X',
    trigger: { kind: 'connector_item', connector_id: connectorId },
    template_id: article,
    channels: ['linkedin', 'x'],
  }
  const { id } = await send<{ id: string }>(api, 'POST', path, blog, blog.name)
  await send(api, 'POST', `${path}/${id}/run`, {}, 'first run')
  const weekly = {
    project_id: api.projectId,
    name: 'Weekly digest',
    trigger: { kind: 'schedule', cadence: { kind: 'weekly', time: '16:00', weekdays: [5] }, timezone: demoTimezone },
    template_id: digest,
    channels: ['linkedin'],
  }
  await send(api, 'POST', path, weekly, weekly.name)
}
