import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Context } from '@/lib/access/context'
import { database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { accept } from '@/lib/invitations/accept'
import { createAccount } from '@/lib/sign-up/service'
import { anAddress } from '@/tests/support/api/address'
import { aProject } from '@/tests/support/api/api'
import { anInvitation } from '@/tests/support/api/members'

function setMode(mode: string | undefined): void {
  if (mode === undefined) delete process.env.SIGN_UP
  else process.env.SIGN_UP = mode
  reloadEnv()
}
afterEach(() => setMode(undefined))

/** @returns `created`, or the error message */
async function signUp(email: string, invitation?: string): Promise<unknown> {
  const address = anAddress()
  // Public endpoints have no caller.
  const context = { db: database(), now: new Date(), address } as Context
  try {
    await createAccount(context, { email, name: 'Ann', password: 'a long password', invitation })
    return 'created'
  } catch (error) {
    if (error instanceof AppError) return error.toBody()
    throw error
  }
}

const anEmail = (): string => `${randomUUID()}@example.com`
const noInvitation = {
  code: 'validation_error',
  message: 'invitation is required: on this server, new accounts need an invitation link.',
  issues: [
    {
      path: 'invitation',
      code: 'required',
      message: 'is required: on this server, new accounts need an invitation link.',
    },
  ],
}
const closed = { code: 'conflict', message: 'Sign-up is closed on this server. Ask its administrator for access.' }

test.each([
  [undefined, 'created', 'created'],
  ['open', 'created', 'created'],
  ['invite', noInvitation, 'created'],
  ['closed', closed, closed],
])('SIGN_UP=%s', async (mode, withoutInvitation, withInvitation) => {
  setMode(mode)
  expect(await signUp(anEmail())).toEqual(withoutInvitation)
  const { email, token } = await anInvitation(await aProject())
  expect(await signUp(email, token)).toEqual(withInvitation)
})

test('an invalid invitation creates no account in invitation mode', async () => {
  setMode('invite')
  const email = anEmail()
  expect(await signUp(email, 'no-such-link')).toMatchObject({ code: 'not_found' })
  const { token } = await anInvitation(await aProject(), { email, isExpired: true })
  expect(await signUp(email, token)).toMatchObject({ code: 'gone' })
  expect(await database().selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
})

test('with sign-up closed, existing users still accept invitations', async () => {
  setMode('closed')
  const { userId } = await aProject()
  const { email } = await database()
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const other = await aProject()
  const { token } = await anInvitation(other, { email })
  const principal = { kind: 'session', userId } as const
  const accepted = await accept({ db: database(), principal, now: new Date() }, { token })
  expect(accepted.project_id).toBe(other.projectId)
})
