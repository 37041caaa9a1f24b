import { sql, type Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { invalid } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { limitAttempts, passwordSubject } from './attempt-limit'
import { hashPassword, passwordMatches } from './password'
import { startChallenge } from './two-factor/challenge'
import { isTwoFactorOn } from './two-factor/repository'

export type SignedIn = { id: string; name: string; email: string }
/** `wrong` does not reveal whether the email or the password was wrong. */
export type SignInRefusal = { refusal: 'wrong' } | { refusal: 'throttled'; retryAfterSeconds: number }
/** The first step succeeded; a code is required next. */
export type SecondStep = { challenge: string }

const normalized = (email: string): string => email.trim().toLowerCase()

/** Rejects impossible input: Postgres would fail on the email, and hashing the password would be slow. */
const isPlausible = (email: string, password: string): boolean =>
  email.length <= 254 && password.length <= 200 && !email.includes('\0')

export async function signIn(
  db: Database,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<SignedIn | SecondStep | SignInRefusal> {
  if (!isPlausible(email, password)) return { refusal: 'wrong' }
  const result = await limitAttempts(db, { subject: passwordSubject(email), address }, () =>
    checkPassword(db, normalized(email), password),
  )
  if ('retryAfterSeconds' in result) return { refusal: 'throttled', ...result }
  return result.value ? passFirstStep(db, result.value) : { refusal: 'wrong' }
}

async function checkPassword(db: Database, email: string, password: string): Promise<SignedIn | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash'])
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
  const isRight = await passwordMatches(user?.password_hash ?? null, password)
  return user && isRight ? { id: user.id, name: user.name, email: user.email } : null
}

export const findSignedIn = (db: Database, userId: string): Promise<SignedIn> =>
  db.selectFrom('users').select(['id', 'name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()

/** After password or provider: signs the user in, or requires a code. */
export async function passFirstStep(db: Database, user: SignedIn): Promise<SignedIn | SecondStep> {
  return (await isTwoFactorOn(db, user.id)) ? { challenge: await startChallenge(db, user.id) } : user
}

type NewUser = { email: string; name: string; password: string; timezone?: string }
type CreatedUser = { id: string; email: string; name: string }
type Created = { user_id: string; project_id: string | null }

type SignUpSteps = {
  /** Adds the user to an existing project instead of creating one. Null: they join later. */
  join?: (tx: Transaction<DB>, user: CreatedUser) => Promise<string | null>
  onCreated?: (tx: Transaction<DB>, user: CreatedUser) => Promise<void>
}

/** Creates a user with a first project, or in an existing project. */
export async function signUp(
  db: Database,
  { password, ...person }: NewUser,
  steps: SignUpSteps = {},
): Promise<Created> {
  const password_hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    const created = await createUser(tx, { ...person, password_hash, is_email_confirmed: false }, steps)
    if (!created) throw invalid('email', 'An account with this email already exists. Sign in instead.', 'taken')
    return created
  })
}

type UserToCreate = Omit<NewUser, 'password'> & {
  /** Null if the user signs in with a provider only. */
  password_hash: string | null
  is_email_confirmed: boolean
}

/** Null if the email is taken. */
export async function createUser(
  tx: Transaction<DB>,
  { email, name, password_hash, is_email_confirmed, timezone }: UserToCreate,
  { join, onCreated }: SignUpSteps,
): Promise<Created | null> {
  const email_confirmed_at = is_email_confirmed ? sql<Date>`now()` : null
  const user = await tx
    .insertInto('users')
    .values({ id: newId(), email: normalized(email), name, password_hash, email_confirmed_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email', 'name'])
    .executeTakeFirst()
  if (!user) return null
  await onCreated?.(tx, user)
  const project_id = join ? await join(tx, user) : await createFirstProject(tx, user, timezone)
  return { user_id: user.id, project_id }
}

async function createFirstProject(tx: Transaction<DB>, user: CreatedUser, timezone?: string): Promise<string> {
  const id = newId()
  const name = `${user.name.split(' ')[0]}'s project`
  await tx
    .insertInto('projects')
    .values({ id, name, slug: 'my-project', timezone: timezone ?? null })
    .execute()
  await tx.insertInto('project_members').values({ project_id: id, user_id: user.id, role: 'owner' }).execute()
  return id
}
