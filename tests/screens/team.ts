import { createLink, type LinkPurpose } from '@/lib/account-links/repository'
import { ensureUser } from '@/lib/auth/provision'
import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import type { Workspace } from './workspace'

const people = [
  ['Ana Berger', 'ana@northwind.example', 'admin'],
  ['Ben Okafor', 'ben@northwind.example', 'editor'],
  ['Clara Weiss', 'clara@northwind.example', 'viewer'],
] as const

/** Notes of days, counted from today. */
const notes = [
  [-7, 'Winter menu starts', 'green'],
  [2, 'Advent market, stall 14', 'amber'],
  [8, 'Closed for stocktaking', 'red'],
] as const

async function planDays(db: Database, projectId: string, authorId: string): Promise<void> {
  await db
    .updateTable('projects')
    .set({ holiday_countries: ['US'] })
    .where('id', '=', projectId)
    .execute()
  for (const [day, text, color] of notes)
    await db
      .insertInto('calendar_notes')
      .values({
        id: newId(),
        project_id: projectId,
        day: new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
        text,
        color,
        author_id: authorId,
      })
      .execute()
}

/** Adds the café's team, an invitation and links from emails, and renames the project and its owner. */
export async function fillTeam(db: Database, { projectId, email }: Pick<Workspace, 'projectId' | 'email'>) {
  await db.updateTable('projects').set({ name: 'Northwind Coffee' }).where('id', '=', projectId).execute()
  const owner = await db
    .updateTable('users')
    .set({ name: 'Mara Lind' })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [name, address, role] of people) {
    const user_id = await ensureUser(db, { email: address, name })
    await db.insertInto('project_members').values({ project_id: projectId, user_id, role }).execute()
  }
  await planDays(db, projectId, owner.id)
  const token = newLinkToken()
  await db
    .insertInto('invitations')
    .values({
      id: newId(),
      project_id: projectId,
      email: 'jo@northwind.example',
      role: 'editor',
      token_hash: hashToken(token),
      invited_by: owner.id,
      expires_at: new Date(Date.now() + 6 * 86_400_000),
    })
    .execute()
  const linkFor = (purpose: LinkPurpose): Promise<string> =>
    db.transaction().execute((tx) => createLink(tx, { userId: owner.id, purpose, email }))
  return {
    invitationToken: token,
    resetToken: await linkFor('reset_password'),
    confirmToken: await linkFor('confirm_email'),
  }
}
