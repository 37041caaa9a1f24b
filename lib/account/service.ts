import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { AppError } from '@/lib/errors'
import type * as contracts from './contract'
import { type AccountRow, findAccount, updateAccount } from './repository'
import { serializeAccount } from './serializer'

export async function get({ db, principal }: Context): Promise<AnswerOf<typeof contracts.getAccount>> {
  return serializeAccount(orSignedOut(await findAccount(db, principal.userId)))
}

export async function update(
  { db, principal }: Context,
  input: InputOf<typeof contracts.updateAccount>,
): Promise<AnswerOf<typeof contracts.updateAccount>> {
  return serializeAccount(orSignedOut(await updateAccount(db, principal.userId, input)))
}

/** A session outlives an account that was taken out of the database. */
function orSignedOut(row: AccountRow | undefined): AccountRow {
  if (row) return row
  throw new AppError('unauthorized', 'Your account is not there any more. Sign in again.')
}
