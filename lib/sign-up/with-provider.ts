import type { Transaction } from 'kysely'
import { findUserOfIdentity, insertIdentity } from '@/lib/auth/identities'
import type { ProviderProfile } from '@/lib/auth/oauth-providers'
import { findSignedIn, insertUser, passFirstStep, type SecondStep, type SignedIn } from '@/lib/auth/sign-in'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { env } from '@/lib/env'
import { enterNew, isInvited } from '@/lib/invitations/accept'

export type ProviderRefusal = 'email_not_verified' | 'sign_up_closed' | 'invitation_needed'

type Found = { userId: string } | { refusal: ProviderRefusal }

/**
 * Signs in the user of an account at a provider. An account that is new here is linked to the user with its e-mail, or
 * becomes a new user; both only if the provider has verified the e-mail.
 *
 * @param invitation token of the invitation link that the person came from
 */
export async function admitProfile(
  db: Database,
  profile: ProviderProfile,
  invitation: string | null,
): Promise<SignedIn | SecondStep | { refusal: ProviderRefusal }> {
  const found = await findOrCreate(db, profile, invitation).catch((error) => {
    // The other sign-in has committed, so now its user is found.
    if (error instanceof SignedUpMeanwhile) return findOrCreate(db, profile, invitation)
    throw error
  })
  return 'refusal' in found ? found : passFirstStep(db, await findSignedIn(db, found.userId))
}

/** Another sign-in took the e-mail, or linked the account, at the same moment. */
class SignedUpMeanwhile extends Error {}

async function findOrCreate(db: Database, profile: ProviderProfile, invitation: string | null): Promise<Found> {
  const known = await findUserOfIdentity(db, profile)
  if (known) return { userId: known }
  const { email, isEmailVerified } = profile
  if (!email || !isEmailVerified) return { refusal: 'email_not_verified' }
  const linked = await transaction(db, (tx) => linkByEmail(tx, profile, email))
  if (linked) return { userId: linked }
  const refusal = await signUpRefusal(db, email, invitation)
  if (refusal) return { refusal }
  return { userId: await transaction(db, (tx) => create(tx, { ...profile, email }, invitation)) }
}

/** The user with this e-mail, whom the account signs in from now on; undefined if there is none. */
async function linkByEmail(tx: Transaction<DB>, profile: ProviderProfile, email: string): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email.toLowerCase()))
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  return (await insertIdentity(tx, user.id, profile)) ? user.id : findUserOfIdentity(tx, profile)
}

async function signUpRefusal(db: Database, email: string, invitation: string | null): Promise<ProviderRefusal | null> {
  const { SIGN_UP } = env()
  if (SIGN_UP === 'closed') return 'sign_up_closed'
  if (SIGN_UP === 'open') return null
  return invitation && (await isInvited(db, invitation, email)) ? null : 'invitation_needed'
}

/** A user without a password: with a project of their own, or in the one that they are invited to. */
async function create(
  tx: Transaction<DB>,
  profile: ProviderProfile & { email: string },
  invitation: string | null,
): Promise<string> {
  const enter =
    invitation && (await isInvited(tx, invitation, profile.email))
      ? (inside: Transaction<DB>, user: SignedIn) => enterNew(inside, invitation, user)
      : undefined
  const made = await insertUser(tx, { email: profile.email, name: profile.name, password_hash: null }, enter)
  if (!made || !(await insertIdentity(tx, made.user_id, profile))) throw new SignedUpMeanwhile()
  return made.user_id
}
