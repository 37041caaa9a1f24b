import { get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { parseSmtpUrl, sendOnce } from '@/lib/mail/smtp'
import { startSandbox } from '@/sandbox/server'
import { aDirectory, control, request } from './support'

const message = [
  'From: Storycast <mail@storycast.test>',
  'To: ada@example.com',
  'Subject: Hi <b>Ada</b>',
  'MIME-Version: 1.0',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<html><head></head><body><script>alert(1)</script><a href="https://example.com">Open</a></body></html>',
].join('\r\n')

async function start(directory: string) {
  const sandbox = await startSandbox({ port: 0, directory, smtpPort: 0 })
  onTestFinished(() => sandbox.stop())
  return sandbox
}

test('lists emails, shows them without scripts, and keeps them after a restart', async () => {
  const directory = await aDirectory()
  const first = await start(directory)
  const result = await sendOnce(parseSmtpUrl(`smtp://127.0.0.1:${first.smtpPort}`, 5_000), {
    from: 'mail@storycast.test',
    to: 'ada@example.com',
    message: Buffer.from(message),
    onData: async () => true,
  })
  expect(result).toEqual({ outcome: 'accepted' })
  await first.stop()
  const sandbox = await start(directory)
  const { body } = await control(sandbox, 'GET', '/mails?to=Ada@example.com')
  expect(body.mails).toEqual([expect.objectContaining({ to: ['ada@example.com'], subject: 'Hi <b>Ada</b>' })])
  const list = await request(`${sandbox.url}/mail`)
  expect(list.text).toContain('Hi &lt;b&gt;Ada&lt;/b&gt;')
  const page = await request(`${sandbox.url}/mail/${body.mails[0].id}`)
  expect(page.text).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  const frame = await request(`${sandbox.url}/mail/${body.mails[0].id}/html`)
  expect(frame.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox allow-popups/)
  expect(frame.text).toContain('<base target="_blank">')
})

test('shows emails to this machine only', async () => {
  const sandbox = await start(await aDirectory())
  const refused = await new Promise<number | undefined>((resolve, reject) => {
    get(`${sandbox.url}/mail`, { headers: { host: 'rebound.example' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })
  expect(refused).toBe(403)
})
