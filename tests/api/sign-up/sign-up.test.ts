import { randomInt, randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { signIn } from '@/lib/auth/sign-in'
import { database } from '@/lib/db/pool'
import { getProject } from '@/lib/projects/contract'
import { createAccount } from '@/lib/sign-up/contract'
import { Api } from '@/tests/support/api'
import { signedIn } from '@/tests/support/session'

const anyone = (): Api => new Api(inject('productUrl'), null)
/** An address of its own for each test, as they are counted by address. */
const anAddress = (): Record<string, string> => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
})
const aPerson = () => ({ email: `${randomUUID()}@example.com`, name: 'Ann Baker', password: 'a long password' })

test('an account comes with a first project, and signs in with its password', async () => {
  const person = aPerson()
  const made = await anyone().post(createAccount, { ...person, timezone: 'Europe/Berlin' }, anAddress())
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

test('an e-mail is taken once, whatever its case', async () => {
  const person = aPerson()
  await anyone().post(createAccount, person, anAddress())
  const again = { ...person, email: person.email.toUpperCase() }
  const { status, error } = await anyone().refused(createAccount, again, anAddress())
  expect(status).toBe(400)
  expect(error.issues).toMatchObject([{ path: 'email', code: 'taken' }])
})

test.each([
  [{ password: 'too short' }, 'password'],
  [{ email: 'nobody' }, 'email'],
  [{ name: ' ' }, 'name'],
  [{ timezone: 'Berlin' }, 'timezone'],
  [{ role: 'owner' }, 'role'],
])('refuses %j', async (change, path) => {
  const { error } = await anyone().refused(createAccount, { ...aPerson(), ...change }, anAddress())
  expect(error.issues).toMatchObject([{ path }])
})

test.each(['1234567890', 'QWERTYuiop', 'Password123'])('refuses the common password %s', async (password) => {
  const { status, error } = await anyone().refused(createAccount, { ...aPerson(), password }, anAddress())
  const message = 'This is one of the most common passwords, so it is easy to guess. Choose another one.'
  expect([status, error.issues]).toEqual([400, [{ path: 'password', code: 'too_common', message }]])
})

test('an address that makes ten accounts waits before the next', async () => {
  const address = anAddress()
  for (let made = 0; made < 10; made++) await anyone().post(createAccount, aPerson(), address)
  const { status, error, headers } = await anyone().refused(createAccount, aPerson(), address)
  expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '900'])
  await anyone().post(createAccount, aPerson(), anAddress())
})
