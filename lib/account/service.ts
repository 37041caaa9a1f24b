import type { Context } from '@/lib/access/context'
import { findPendingEmail } from '@/lib/account-links/repository'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import type * as contracts from './contract'
import { type AccountRow, findAccount, updateAccount } from './repository'
import { serializeAccount } from './serializer'

export async function get({ db, principal }: Context): Promise<AnswerOf<typeof contracts.getAccount>> {
  return serialize(db, await findAccount(db, principal.userId))
}

export async function update(
  { db, principal }: Context,
  input: InputOf<typeof contracts.updateAccount>,
): Promise<AnswerOf<typeof contracts.updateAccount>> {
  return serialize(db, await updateAccount(db, principal.userId, input))
}

/** @throws unauthorized if the account was deleted during its session */
async function serialize(db: Database, row: AccountRow | undefined): Promise<AnswerOf<typeof contracts.getAccount>> {
  if (!row) throw new AppError('unauthorized', 'Your account was deleted. Sign in again.')
  return serializeAccount(row, await findPendingEmail(db, row.id))
}
