import type { Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { invalid } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { limitAttempts, passwordSubject } from './attempt-limit'
import { hashPassword, passwordMatches } from './password'
import { startChallenge } from './two-factor/challenge'
import { isTwoFactorOn } from './two-factor/repository'

export type SignedIn = { id: string; name: string; email: string }
/** `wrong` does not say whether the e-mail or the password was. */
export type SignInRefusal = { refusal: 'wrong' } | { refusal: 'throttled'; retryAfterSeconds: number }
/** The first step was right, and a code is needed next. */
export type SecondStep = { challenge: string }

const normalized = (email: string): string => email.trim().toLowerCase()

/** Nobody has signed up with such an e-mail or password; Postgres would refuse the one, hashing the other takes long. */
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

/** After the right password or a provider's word: lets the user in, or asks for a code first. */
export async function passFirstStep(db: Database, user: SignedIn): Promise<SignedIn | SecondStep> {
  return (await isTwoFactorOn(db, user.id)) ? { challenge: await startChallenge(db, user.id) } : user
}

type NewUser = { email: string; name: string; password: string; timezone?: string }
/** Takes a new user into a project that is there, and gives its id. */
type Enter = (tx: Transaction<DB>, user: SignedIn) => Promise<string>
type Made = { user_id: string; project_id: string }

/** Makes a user with a first project of their own, or one who comes into another's. */
export async function signUp(db: Database, { email, name, password, timezone }: NewUser, enter?: Enter): Promise<Made> {
  const password_hash = await hashPassword(password)
  return transaction(db, async (tx) => {
    const made = await insertUser(tx, { email, name, password_hash, timezone }, enter)
    if (!made) throw invalid('email', 'There is an account with this e-mail. Sign in instead.', 'taken')
    return made
  })
}

/** Null when there is a user with this e-mail. A null password hash means sign-in with a provider only. */
export async function insertUser(
  tx: Transaction<DB>,
  wanted: { email: string; name: string; password_hash: string | null; timezone?: string | undefined },
  enter?: Enter,
): Promise<Made | null> {
  const { name, password_hash, timezone } = wanted
  const email = normalized(wanted.email)
  const user = await tx
    .insertInto('users')
    .values({ id: newId(), email, name, password_hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  if (enter) return { user_id: user.id, project_id: await enter(tx, { id: user.id, email, name }) }
  const project_id = newId()
  const projectName = `${name.split(' ')[0]}'s project`
  await tx
    .insertInto('projects')
    .values({ id: project_id, name: projectName, slug: 'my-project', timezone: timezone ?? null })
    .execute()
  await tx.insertInto('project_members').values({ project_id, user_id: user.id, role: 'owner' }).execute()
  return { user_id: user.id, project_id }
}
