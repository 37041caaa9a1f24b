import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import { enqueueMail, type NewMail } from '@/lib/mail/enqueue'
import { sendDueMails } from '@/lib/mail/send'
import { type Child, script, startProcess } from '@/tests/support/processes/child-process'
import { onOwnDatabase, setEnv } from '@/tests/support/publishing/publishing'
import { type MailServer, startMailServer, startSilentServer } from '@/tests/support/servers/mail-server'

onOwnDatabase()

let server: MailServer

beforeEach(async () => {
  server = await startMailServer()
  setEnv({ SMTP_URL: server.url, MAIL_FROM: 'Storycast <mail@storycast.test>', SMTP_TIMEOUT_SECONDS: '10' })
  await sql`delete from outgoing_mails`.execute(database())
})
afterEach(() => server.stop())

const mail = (more: Partial<NewMail> = {}): NewMail => ({
  to: 'ada@example.com',
  kind: 'password_reset',
  subject: 'Reset your password',
  blocks: [{ type: 'button', label: 'Choose a new password', path: '/reset/secret-token' }],
  ...more,
})
const enqueue = (more: Partial<NewMail> = {}): Promise<boolean> =>
  transaction(database(), (tx) => enqueueMail(tx, mail(more)))
const send = () => sendDueMails(database())

async function theRow() {
  const row = await database().selectFrom('outgoing_mails').selectAll().executeTakeFirstOrThrow()
  const waitSeconds = row.next_attempt_at ? (row.next_attempt_at.getTime() - Date.now()) / 1_000 : null
  return { ...row, waitSeconds }
}
/** Skips the delay of a retry, or the lease of a killed worker. */
const passWait = () =>
  sql`update outgoing_mails set next_attempt_at = now() where next_attempt_at is not null`.execute(database())

test('an accepted mail has its headers and both parts, and its content is erased', async () => {
  await enqueue()
  const { id } = await theRow()
  await send()
  expect(server.received).toHaveLength(1)
  const [received] = server.received
  expect(received).toMatchObject({
    subject: 'Reset your password',
    messageId: `<${id}@storycast.test>`,
    from: { text: '"Storycast" <mail@storycast.test>' },
    to: { text: 'ada@example.com' },
  })
  expect(received?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(received?.headers.has('list-unsubscribe')).toBe(false)
  const link = `${process.env.APP_URL}/reset/secret-token`
  expect(received?.text).toContain(link)
  expect(received?.html).toContain(`href="${link}"`)
  expect(await theRow()).toMatchObject({ status: 'sent', content: null, next_attempt_at: null, attempt_count: 1 })
  await send()
  expect(server.received).toHaveLength(1)
})

test('content is encrypted until it is sent', async () => {
  await enqueue()
  const { content } = await theRow()
  expect(content?.toString('utf8')).not.toContain('secret-token')
})

test('a dedupe key creates one mail, and a rolled back transaction none', async () => {
  expect([await enqueue({ dedupeKey: 'reset:1' }), await enqueue({ dedupeKey: 'reset:1' })]).toEqual([true, false])
  const rolledBack = transaction(database(), async (tx) => {
    await enqueueMail(tx, mail({ dedupeKey: 'reset:2' }))
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await send()
  expect(server.received).toHaveLength(1)
})

describe('a mail that the server does not accept', () => {
  test.each(['rcpt', 'data'] as const)('is retried later after a 4xx at %s, with the same Message-ID', async (at) => {
    server.plans.push({ at, refuse: 451 })
    await enqueue()
    await send()
    const { status, waitSeconds, last_error } = await theRow()
    expect({ status, last_error }).toEqual({ status: 'pending', last_error: expect.stringContaining('451') })
    expect(waitSeconds).toBeGreaterThan(25)
    expect(waitSeconds).toBeLessThan(40)
    await passWait()
    await send()
    expect(await theRow()).toMatchObject({ status: 'sent', attempt_count: 2 })
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('is not retried after a 5xx', async () => {
    server.plans.push({ at: 'rcpt', refuse: 550 })
    await enqueue()
    await send()
    expect(await theRow()).toMatchObject({
      status: 'failed',
      content: null,
      last_error: expect.stringContaining('550'),
    })
    await send()
    expect(server.received).toEqual([])
  })

  test('waits while the server is down', async () => {
    await server.stop()
    await enqueue()
    await send()
    expect(await theRow()).toMatchObject({ status: 'pending', data_started_at: null })
    server = await startMailServer(server.port)
    await passWait()
    await send()
    expect(await theRow()).toMatchObject({ status: 'sent', attempt_count: 2 })
  })

  test('waits while the server accepts connections but does not respond', async () => {
    const silent = await startSilentServer()
    setEnv({ SMTP_URL: silent.url, SMTP_TIMEOUT_SECONDS: '0.4' })
    await enqueue()
    const startedMs = performance.now()
    await send()
    expect(performance.now() - startedMs).toBeLessThan(3_000)
    expect(await theRow()).toMatchObject({ status: 'pending', data_started_at: null })
    await silent.stop()
  })

  test('is given up when its link has expired', async () => {
    await enqueue({ expiresInSeconds: 0 })
    await send()
    expect(await theRow()).toMatchObject({ status: 'expired', content: null })
    expect(server.received).toEqual([])
  })
})

describe('a mail is sent at most once', () => {
  test('with concurrent workers', async () => {
    for (let i = 0; i < 20; i++) await enqueue({ to: `ada+${i}@example.com` })
    await Promise.all([send(), send(), send(), send()])
    const sentTo = server.received.map(({ to }) => (Array.isArray(to) ? '' : to?.text))
    expect(sentTo.toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `ada+${i}@example.com`).toSorted())
  })

  test('when the server accepts it without responding', async () => {
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.plans.push({ at: 'data', before: () => answered })
    setEnv({ SMTP_TIMEOUT_SECONDS: '0.4' })
    await enqueue()
    await send()
    answer()
    expect(await theRow()).toMatchObject({ status: 'unknown', content: null })
    await passWait()
    await send()
    expect(server.received).toHaveLength(1)
  })

  test('when the worker is killed between the message and the response', async () => {
    await killedAt('data')
    expect(server.received).toHaveLength(1)
    await passWait()
    await send()
    expect(await theRow()).toMatchObject({ status: 'unknown', attempt_count: 1 })
    expect(server.received).toHaveLength(1)
  })
})

test('a mail of a worker that was killed before sending is sent by the next', async () => {
  await killedAt('rcpt')
  expect(await theRow()).toMatchObject({ status: 'sending', data_started_at: null })
  await send()
  expect(server.received).toEqual([])
  await passWait()
  await send()
  expect(await theRow()).toMatchObject({ status: 'sent', attempt_count: 2 })
  expect(server.received).toHaveLength(1)
})

async function killedAt(at: 'rcpt' | 'data'): Promise<void> {
  const { SMTP_URL = '', MAIL_FROM = '', DATABASE_URL = '' } = process.env
  let worker: Child | undefined
  server.plans.push({ at, before: async () => worker?.kill('SIGKILL') })
  await enqueue()
  worker = startProcess('mail-sender', script('tests/support/processes/mail-sender.ts'), {
    SMTP_URL,
    MAIL_FROM,
    DATABASE_URL,
  })
  await once(worker.process, 'exit')
}
