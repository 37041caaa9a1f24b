import MailComposer from 'nodemailer/lib/mail-composer'
import { appUrl, env } from '@/lib/env'
import type { MailContent } from './content'
import { type FooterPart, mailHtml } from './html'
import { isSubscriptionMail, type MailKind, subscriptionMails } from './kinds'
import { mailText } from './text'
import { unsubscribeUrl } from './unsubscribe-token'

export type Composing = {
  id: string
  kind: MailKind
  recipient: string
  userId: string | null
  createdAt: Date
  content: MailContent
}

export type Rendered = { subject: string; text: string; html: string; headers: Record<string, string> }

/** The visible parts of a mail, and the headers of its kind. */
export function renderMail({ kind, userId, content }: Pick<Composing, 'kind' | 'userId' | 'content'>): Rendered {
  const baseUrl = appUrl()
  const unsubscribe = userId && isSubscriptionMail(kind) ? { kind, url: unsubscribeUrl(userId, kind) } : null
  const footer = footerOf(baseUrl, unsubscribe)
  const subject = oneLine(content.subject)
  return {
    subject,
    text: mailText(content.blocks, { baseUrl, footer }),
    html: mailHtml(content.blocks, { title: subject, preview: oneLine(content.preview ?? ''), baseUrl, footer }),
    headers: {
      // RFC 3834: keeps vacation responders quiet.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe.url}>`,
        // RFC 8058. Mail clients then unsubscribe by a POST without opening a page.
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** The raw message. The same row always has the same Message-ID, so receivers can drop duplicates. */
export async function composeMail(mail: Composing): Promise<Buffer> {
  const { subject, text, html, headers } = renderMail(mail)
  const composer = new MailComposer({
    from: mailFrom(),
    to: { name: '', address: mail.recipient },
    subject,
    text,
    html,
    messageId: `<${mail.id}@${senderDomain()}>`,
    date: mail.createdAt,
    // Prepared: a folded URL is unreadable for some clients.
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }])),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function footerOf(
  baseUrl: string,
  unsubscribe: { kind: keyof typeof subscriptionMails; url: string } | null,
): FooterPart[][] {
  const host = new URL(baseUrl).host
  if (!unsubscribe) return [[`Sent by Storycast at ${host}.`]]
  return [
    [`You get this email because "${subscriptionMails[unsubscribe.kind].label}" is on in your settings at ${host}.`],
    [
      { label: 'Change settings', url: `${baseUrl}/account/notifications` },
      ' · ',
      { label: 'Unsubscribe', url: unsubscribe.url },
    ],
  ]
}

/** Subjects contain names and captions. A line break there could add headers. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)

export function mailFrom(): string {
  const { MAIL_FROM } = env()
  if (!MAIL_FROM) throw new Error('MAIL_FROM is not set. See .env.example.')
  return MAIL_FROM
}

/** Address of the sender without the name, for the envelope. */
export const senderAddress = (): string => /<([^>]+)>$/.exec(mailFrom())?.[1] ?? mailFrom()
const senderDomain = (): string => senderAddress().split('@').at(-1) ?? 'localhost'
