import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { hashToken, hintOf, newOAuthSecret } from '@/lib/auth/tokens'
import { transaction } from '@/lib/db/pool'
import { conflict, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import type * as contracts from './contract'
import { type AppRow, countApps, deleteApp, findApp, insertApp, listAppsOf, updateApp } from './repository'

const maxAppsPerUser = 50

const serializeApp = (row: AppRow): contracts.OAuthApp => ({
  id: row.id,
  name: row.name,
  website_url: row.website_url,
  redirect_uris: row.redirect_uris,
  type: row.secret_hint === null ? 'public' : 'confidential',
  secret_hint: row.secret_hint,
  grant_count: row.grant_count,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const secretColumns = (secret: string) => ({ secret_hash: hashToken(secret), secret_hint: hintOf(secret) })

export async function list(
  { db, principal }: Context,
  input: InputOf<typeof contracts.listOAuthApps>,
): Promise<AnswerOf<typeof contracts.listOAuthApps>> {
  const after = decodeCursor(input.cursor)
  const rows = await listAppsOf(db, principal.userId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('oauth_apps', rows, input.limit)
  return { apps: page.map(serializeApp), next_cursor }
}

export async function create(
  context: Context,
  { name, website_url, redirect_uris, type }: InputOf<typeof contracts.createOAuthApp>,
): Promise<AnswerOf<typeof contracts.createOAuthApp>> {
  const { userId } = context.principal
  const secret = type === 'confidential' ? newOAuthSecret('client') : null
  const id = newId()
  await transaction(context.db, async (tx) => {
    if ((await countApps(tx, userId)) >= maxAppsPerUser)
      throw conflict(`You have ${maxAppsPerUser} apps, the maximum. Delete one you no longer use.`)
    const columns = { id, user_id: userId, name, website_url: website_url ?? null, redirect_uris }
    await insertApp(tx, { ...columns, ...(secret ? secretColumns(secret) : {}) })
  })
  return { app: serializeApp(await requireApp(context, id)), client_secret: secret }
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getOAuthApp>,
): Promise<AnswerOf<typeof contracts.getOAuthApp>> {
  return { app: serializeApp(await requireApp(context, id)) }
}

export async function update(
  context: Context,
  { id, ...change }: InputOf<typeof contracts.updateOAuthApp>,
): Promise<AnswerOf<typeof contracts.updateOAuthApp>> {
  await updateApp(context.db, context.principal.userId, id, change)
  return { app: serializeApp(await requireApp(context, id)) }
}

export async function remove(
  { db, principal }: Context,
  { id }: InputOf<typeof contracts.deleteOAuthApp>,
): Promise<AnswerOf<typeof contracts.deleteOAuthApp>> {
  if (!(await deleteApp(db, principal.userId, id))) throw notFound('app')
  return { ok: true }
}

export async function rotateSecret(
  context: Context,
  { id }: InputOf<typeof contracts.rotateOAuthAppSecret>,
): Promise<AnswerOf<typeof contracts.rotateOAuthAppSecret>> {
  const { secret_hint } = await requireApp(context, id)
  if (secret_hint === null) throw conflict('A public app has no secret. Register a confidential app instead.')
  const secret = newOAuthSecret('client')
  await updateApp(context.db, context.principal.userId, id, secretColumns(secret))
  return { app: serializeApp(await requireApp(context, id)), client_secret: secret }
}

async function requireApp({ db, principal }: Context, id: string): Promise<AppRow> {
  const row = await findApp(db, principal.userId, id)
  if (!row) throw notFound('app')
  return row
}
