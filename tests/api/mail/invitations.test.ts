import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { invite, resendInvitation } from '@/lib/invitations/contract'
import { renderMail } from '@/lib/mail/compose'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { waitingMails } from './support'

test('mails an invitation with its link, and a replaced link again', async () => {
  const project = await aProject()
  const owner = await signedIn(project.userId)
  const email = `${randomUUID()}@example.com`
  const first = await owner.post(invite, { id: project.projectId, email, role: 'editor' })
  const second = await owner.post(resendInvitation, { id: first.invitation.id })
  for (const { url } of [first, second]) recordSecret(url.split('/invitations/')[1] ?? '')
  expect([first.is_mailed, second.is_mailed]).toEqual([true, true])
  const mails = await waitingMails(email)
  const texts = mails.map((content) => renderMail({ kind: 'invitation', userId: null, content }).text)
  expect(mails.map(({ kind }) => kind)).toEqual(['invitation', 'invitation'])
  expect(texts[0]).toContain(first.url.replace(inject('productUrl'), process.env.APP_URL ?? ''))
  expect(texts[1]).toContain(second.url.replace(inject('productUrl'), process.env.APP_URL ?? ''))
  expect(texts[1]).toContain('Your role is editor')
})
