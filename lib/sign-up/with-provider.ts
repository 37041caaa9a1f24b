import type { Transaction } from 'kysely'
import { sendSecurityNotice } from '@/lib/account-links/security-notice'
import { claimAccount } from '@/lib/auth/claim-account'
import { findUserOfIdentity, insertIdentity } from '@/lib/auth/identities'
import { type ProviderProfile, providerNames } from '@/lib/auth/oauth-providers'
import { createUser, findSignedIn, passFirstStep, type SecondStep, type SignedIn } from '@/lib/auth/sign-in'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { isInvited, joinVerified } from '@/lib/invitations/accept'
import { signUpMode } from './policy'

export type ProviderRefusal = 'email_not_verified' | 'sign_up_closed' | 'invitation_needed'

type Arrival = { invitation: string | null; now: Date }
type Found = { userId: string } | { refusal: ProviderRefusal }

/**
 * Signs in the user of a provider account. A new provider account is linked to the user with its email, or creates a
 * user; both only if the provider verified the email.
 *
 * @param arrival `invitation` is the token of the invitation link that the user opened
 */
export async function admitProfile(
  db: Database,
  profile: ProviderProfile,
  arrival: Arrival,
): Promise<SignedIn | SecondStep | { refusal: ProviderRefusal }> {
  const found = await findOrCreate(db, profile, arrival).catch((error) => {
    // The other sign-in has committed, so its user can be found now.
    if (error instanceof SignedUpMeanwhile) return findOrCreate(db, profile, arrival)
    throw error
  })
  return 'refusal' in found ? found : passFirstStep(db, await findSignedIn(db, found.userId))
}

/** A parallel sign-in took the email or linked the account. */
class SignedUpMeanwhile extends Error {}

async function findOrCreate(db: Database, profile: ProviderProfile, { invitation, now }: Arrival): Promise<Found> {
  const known = await findUserOfIdentity(db, profile)
  if (known) return { userId: known }
  const { email, isEmailVerified } = profile
  if (!email || !isEmailVerified) return { refusal: 'email_not_verified' }
  const linked = await transaction(db, (tx) => linkByEmail(tx, { ...profile, email }, now))
  if (linked) return { userId: linked }
  const refusal = await signUpRefusal(db, email, invitation)
  if (refusal) return { refusal }
  return { userId: await transaction(db, (tx) => create(tx, { ...profile, email }, invitation)) }
}

/** Links the provider account to the user with this email; undefined if there is none. */
async function linkByEmail(
  tx: Transaction<DB>,
  profile: ProviderProfile & { email: string },
  now: Date,
): Promise<string | undefined> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where((where) => where(where.fn('lower', ['email']), '=', profile.email.toLowerCase()))
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  await claimAccount(tx, user.id)
  if (!(await insertIdentity(tx, user.id, profile))) return findUserOfIdentity(tx, profile)
  const detail = `It is ${providerNames[profile.provider]}.`
  await sendSecurityNotice(tx, user, { change: 'sign_in_method_added', now, detail })
  return user.id
}

async function signUpRefusal(db: Database, email: string, invitation: string | null): Promise<ProviderRefusal | null> {
  const mode = signUpMode()
  if (mode === 'closed') return 'sign_up_closed'
  if (mode === 'open') return null
  return invitation && (await isInvited(db, invitation, email)) ? null : 'invitation_needed'
}

/** Creates a user without a password: with their own project, or in the project they are invited to. */
async function create(
  tx: Transaction<DB>,
  profile: ProviderProfile & { email: string },
  invitation: string | null,
): Promise<string> {
  const { email, name } = profile
  const steps =
    invitation && (await isInvited(tx, invitation, email))
      ? { join: (_: Transaction<DB>, user: SignedIn) => joinVerified(tx, invitation, user) }
      : {}
  const person = { email, name, password_hash: null, is_email_confirmed: true }
  const made = await createUser(tx, person, steps)
  if (!made || !(await insertIdentity(tx, made.user_id, profile))) throw new SignedUpMeanwhile()
  return made.user_id
}
