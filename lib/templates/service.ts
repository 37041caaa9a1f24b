import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { ChannelId } from '@/lib/channel-ids'
import { transaction } from '@/lib/db/pool'
import { conflict, type Issue, notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { lockProject } from '@/lib/projects/repository'
import { repeatedChannels } from '@/lib/stories/content/content'
import type * as contracts from './contract'
import {
  countTemplates,
  deleteTemplateRow,
  findTemplateNamed,
  findTemplateRow,
  insertTemplate,
  listTemplateRows,
  type TemplateRow,
  updateTemplateRow,
} from './repository'
import { serializeTemplate } from './serializer'

const templatesMax = 500

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listTemplates>,
): Promise<AnswerOf<typeof contracts.listTemplates>> {
  const { projectId } = await accessProject(context, input.project_id, 'templates:read')
  const rows = await listTemplateRows(context.db, projectId, {
    contentType: input.content_type,
    text: input.q,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  })
  const { page, next_cursor } = cutPage('templates', rows, input.limit)
  return { templates: page.map(serializeTemplate), next_cursor }
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getTemplate>,
): Promise<AnswerOf<typeof contracts.getTemplate>> {
  const { projectId } = await accessOwned(context, 'templates', id, 'templates:read')
  const row = await findTemplateRow(context.db, projectId, id)
  if (!row) throw notFound('template')
  return serializeTemplate(row)
}

export async function create(
  context: Context,
  { project_id, name, ...input }: InputOf<typeof contracts.createTemplate>,
): Promise<AnswerOf<typeof contracts.createTemplate>> {
  const { projectId } = await accessProject(context, project_id, 'stories:write')
  const content = withChanges(blankTemplate, input)
  return transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    if ((await countTemplates(tx, projectId)) >= templatesMax) {
      throw conflict(`This project has ${templatesMax} templates, the maximum. Delete one you no longer use.`)
    }
    if (await findTemplateNamed(tx, projectId, name)) throw nameTaken(name)
    return serializeTemplate(
      await insertTemplate(tx, { id: newId(), project_id: projectId, name, ...columnsOf(content) }),
    )
  })
}

export async function update(
  context: Context,
  { id, name, ...input }: InputOf<typeof contracts.updateTemplate>,
): Promise<AnswerOf<typeof contracts.updateTemplate>> {
  const { projectId } = await accessOwned(context, 'templates', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    const row = await findTemplateRow(tx, projectId, id)
    if (!row) throw notFound('template')
    const content = withChanges(contentOf(row), input)
    const namesake = name === undefined ? undefined : await findTemplateNamed(tx, projectId, name)
    if (name !== undefined && namesake !== undefined && namesake !== id) throw nameTaken(name)
    const changed = await updateTemplateRow(tx, projectId, id, { name: name ?? row.name, ...columnsOf(content) })
    if (!changed) throw notFound('template')
    return serializeTemplate(changed)
  })
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteTemplate>,
): Promise<AnswerOf<typeof contracts.deleteTemplate>> {
  const { projectId } = await accessOwned(context, 'templates', id, 'stories:write')
  if (!(await deleteTemplateRow(context.db, projectId, id))) throw notFound('template')
  return { ok: true }
}

const nameTaken = (name: string) => conflict(`A template named “${name}” already exists. Use another name.`)

type Content = ReturnType<typeof contentOf>
type Changes = Omit<InputOf<typeof contracts.updateTemplate>, 'id' | 'name'>

const blankTemplate: Content = {
  content_type: null,
  caption: '',
  hashtags: null,
  channels: [],
  post_type: null,
  channel_overrides: {},
}

const contentOf = (row: TemplateRow) => ({
  content_type: row.content_type,
  caption: row.caption,
  hashtags: row.hashtags,
  channels: row.channels,
  post_type: row.post_type,
  channel_overrides: row.channel_overrides,
})

/** @throws validation_error for repeated channels, and overrides of other channels */
function withChanges(before: Content, changes: Changes): Content {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const content: Content = { ...before, ...given }
  content.channel_overrides ??= {}
  // Removing a channel removes its overrides.
  if (changes.channel_overrides === undefined) {
    content.channel_overrides = Object.fromEntries(
      Object.entries(before.channel_overrides).filter(([channel]) => content.channels.includes(channel as ChannelId)),
    )
  }
  const issues: Issue[] = [...repeatedChannels(content.channels), ...unknownOverrides(content)]
  if (issues.length > 0) throw validationError(issues)
  return content
}

const unknownOverrides = ({ channels, channel_overrides }: Content): Issue[] =>
  (Object.keys(channel_overrides) as ChannelId[])
    .filter((channel) => !channels.includes(channel))
    .map((channel) => ({
      path: `channel_overrides.${channel}`,
      code: 'invalid',
      message: `${channel} is not a channel of this template.`,
      channel,
    }))

const columnsOf = (content: Content) => ({
  ...content,
  channel_overrides: JSON.stringify(content.channel_overrides),
})
