import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { signIn } from '@/lib/auth/sign-in'
import { database } from '@/lib/db/pool'
import { getProject } from '@/lib/projects/contract'
import { createAccount } from '@/lib/sign-up/contract'
import { fromAnAddress } from '@/tests/support/api/address'
import { Api } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const signedOut = (): Api => new Api(inject('productUrl'), null)
const aPerson = () => ({ email: `${randomUUID()}@example.com`, name: 'Ann Baker', password: 'a long password' })

test('creates an account with a first project, which signs in with its password', async () => {
  const person = aPerson()
  const made = await signedOut().post(createAccount, { ...person, timezone: 'Europe/Berlin' }, fromAnAddress())
  const session = await signedIn(made.user_id)
  const project = await session.get(getProject, { id: made.project_id ?? '' })
  expect(project).toMatchObject({ name: "Ann's project", timezone: 'Europe/Berlin' })
  const known = await signIn(database(), {
    email: person.email.toUpperCase(),
    password: person.password,
    address: 'test',
  })
  expect(known).toMatchObject({ id: made.user_id })
})

test('refuses an email that is in use, ignoring case', async () => {
  const person = aPerson()
  await signedOut().post(createAccount, person, fromAnAddress())
  const again = { ...person, email: person.email.toUpperCase() }
  const { status, error } = await signedOut().refused(createAccount, again, fromAnAddress())
  expect(status).toBe(400)
  expect(error.issues).toMatchObject([{ path: 'email', code: 'taken' }])
})

test.each([
  [{ password: 'too short' }, 'password'],
  [{ email: 'unknown' }, 'email'],
  [{ name: ' ' }, 'name'],
  [{ timezone: 'Berlin' }, 'timezone'],
  [{ role: 'owner' }, 'role'],
])('refuses %j', async (change, path) => {
  const { error } = await signedOut().refused(createAccount, { ...aPerson(), ...change }, fromAnAddress())
  expect(error.issues).toMatchObject([{ path }])
})

test.each(['1234567890', 'QWERTYuiop', 'Password123'])('refuses the common password %s', async (password) => {
  const { status, error } = await signedOut().refused(createAccount, { ...aPerson(), password }, fromAnAddress())
  const message = 'This password is too common and easy to guess. Choose another one.'
  expect([status, error.issues]).toEqual([400, [{ path: 'password', code: 'too_common', message }]])
})

test('allows ten sign-ups per IP address', async () => {
  const address = fromAnAddress()
  for (let made = 0; made < 10; made++) await signedOut().post(createAccount, aPerson(), address)
  const { status, error, headers } = await signedOut().refused(createAccount, aPerson(), address)
  expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '900'])
  await signedOut().post(createAccount, aPerson(), fromAnAddress())
})
