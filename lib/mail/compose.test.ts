import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reloadEnv } from '@/lib/env'
import { composeMail } from './compose'
import { MailContent } from './content'
import type { MailKind } from './kinds'

const before = { ...process.env }
beforeAll(() => {
  Object.assign(process.env, {
    APP_URL: 'https://storycast.example.com/app',
    MAIL_FROM: '"Storycast, Inc." <mail@storycast.example.com>',
    NEXTAUTH_SECRET: 'a'.repeat(32),
  })
  reloadEnv()
})
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  reloadEnv()
})

const id = '01a2063e-7da8-7326-a03f-a27fbb011b0d'

async function parsed(content: MailContent, kind: MailKind = 'invitation') {
  const userId = kind === 'invitation' ? null : id
  const raw = await composeMail({ id, kind, recipient: 'ada@example.com', userId, createdAt: new Date(0), content })
  return { raw: raw.toString(), mail: await simpleParser(raw) }
}

test('a line break in a subject adds no header', async () => {
  const { mail } = await parsed({
    subject: 'Ada\r\nBcc: eve@example.com\r\n\r\n<p>invited you\u2028to “Brot”',
    blocks: [{ type: 'rule' }],
  })
  expect(mail.subject).toBe('Ada Bcc: eve@example.com <p>invited you to “Brot”')
  expect(mail.headers.has('bcc')).toBe(false)
})

test('user text is escaped in HTML and plain in text', async () => {
  const evil = `<img src=x onerror="alert('1')">&amp;`
  const { mail } = await parsed({
    subject: evil,
    preview: evil,
    blocks: [
      { type: 'heading', text: evil },
      { type: 'paragraph', text: evil },
      { type: 'button', label: evil, path: '/queue?a="b"' },
      { type: 'list', items: [{ text: evil, detail: evil, path: '/queue' }] },
      { type: 'code', text: evil },
    ],
  })
  expect(mail.html).not.toContain('<img')
  expect(mail.html).not.toContain('"b"')
  expect(String(mail.html).split('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;')).toHaveLength(9)
  expect(mail.text?.split(evil)).toHaveLength(7)
})

test('links start with APP_URL, in both parts', async () => {
  const { mail } = await parsed({ subject: 'Hi', blocks: [{ type: 'button', label: 'Open', path: '/reset/x' }] })
  expect(mail.html).toContain('href="https://storycast.example.com/app/reset/x"')
  expect(mail.text).toContain('https://storycast.example.com/app/reset/x')
})

test('only kinds that can be turned off have an unsubscribe header, on one line', async () => {
  const content = { subject: 'Hi', blocks: [{ type: 'rule' as const }] }
  const { raw } = await parsed(content, 'weekly_summary')
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/storycast\.example\.com\/app\/unsubscribe\?t=\S+>\r$/m)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect((await parsed(content)).raw).not.toMatch(/^List-Unsubscribe/m)
})

test('the sender’s name may have a comma', async () => {
  const { mail } = await parsed({ subject: 'Hi', blocks: [{ type: 'rule' }] })
  expect(mail.from?.value).toEqual([{ name: 'Storycast, Inc.', address: 'mail@storycast.example.com' }])
  expect(mail.messageId).toBe(`<${id}@storycast.example.com>`)
})

describe('content', () => {
  test.each(['//evil.example/x', 'https://evil.example/', '/\\evil.example', 'queue', '/a b'])(
    'refuses the link %s',
    (path) => {
      const blocks = [{ type: 'button', label: 'Open', path }]
      expect(MailContent.safeParse({ subject: 'Hi', blocks }).success).toBe(false)
    },
  )
})
