import { feedAddress } from '../feed/address'
import { type Answer, type Call, htmlAnswer } from '../http/call'
import { Html, html, pageAnswer, pageHeaders, timeOf } from '../pages/html'
import type { SandboxMail } from '../state/mailbox'
import type { Sandbox } from '../state/sandbox'

const shownMax = 200

/** `/mail` lists emails, `/mail/:id` shows one, and `/mail/:id/html` is the frame in it. */
export function makeMailPages(sandbox: Sandbox): (call: Call) => Promise<Answer> {
  return async (call) => {
    if (call.method !== 'GET' && call.method !== 'HEAD')
      return htmlAnswer(405, '', { ...pageHeaders, allow: 'GET, HEAD' })
    const [, id, part] = call.path.split('/')
    if (!id) return page(200, 'Sandbox mail', listPage(sandbox))
    const mail = sandbox.mailbox.get(id)
    if (!mail || (part && part !== 'html')) return page(404, 'Email not found', missingPage(sandbox))
    return part ? htmlAnswer(200, framed(mail.html), frameHeaders) : page(200, mail.subject, mailPage(sandbox, mail))
  }
}

const page = (status: number, title: string, content: Html): Answer =>
  pageAnswer(status, title, content, {
    ...pageHeaders,
    'content-security-policy': `${pageHeaders['content-security-policy']}; frame-src 'self'`,
  })

/** An email runs no scripts and loads nothing. Its links open in a new tab, outside of the iframe sandbox. */
const frameSandbox = 'allow-popups allow-popups-to-escape-sandbox'
const frameHeaders = {
  ...pageHeaders,
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${frameSandbox}`,
}

/** `base` without an href only sets the target of links. */
const framed = (mail: string): string => mail.replace(/<head>/i, '<head><base target="_blank">')

function listPage(sandbox: Sandbox): Html {
  const mails = sandbox.mailbox.list().slice(0, shownMax)
  const rows = mails.map(
    (mail) => html`<li><a class="mail" href="${addressOf(sandbox, mail.id)}"><b>${mail.subject}</b>
<span class="quiet">To ${mail.to.join(', ')} · ${shownTime(mail)}</span></a></li>`,
  )
  return html`${header(sandbox, 'Mail')}
<main>${rows.length > 0 ? html`<ol class="mails">${rows}</ol>` : html`<p class="empty">No emails yet. Invite someone to a project to see one.</p>`}</main>`
}

function mailPage(sandbox: Sandbox, mail: SandboxMail): Html {
  const source = `${addressOf(sandbox, mail.id)}/html`
  const headers = mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return html`${header(sandbox, mail.subject)}
<main><p class="quiet">From ${mail.from} to ${mail.to.join(', ')} · ${shownTime(mail)}</p>
${mail.html && html`<iframe class="mail-frame" src="${source}" title="${mail.subject}" sandbox="${frameSandbox}"></iframe>`}
<details><summary>Text part</summary><pre>${mail.text}</pre></details>
<details><summary>Headers</summary><pre>${headers}</pre></details></main>`
}

const missingPage = (sandbox: Sandbox): Html =>
  html`<main class="empty"><h1>Email not found</h1><p><a href="${addressOf(sandbox)}">All emails</a></p></main>`

const header = (sandbox: Sandbox, title: string): Html =>
  html`<header><nav aria-label="Sandbox"><a class="chip" href="${feedAddress(sandbox)}">Feed</a><a class="chip" href="${addressOf(sandbox)}"${title === 'Mail' && new Html(' aria-current="page"')}>Mail</a></nav><h1>${title}</h1></header>`

const shownTime = ({ received_at }: SandboxMail): Html => timeOf(Date.parse(received_at))

function addressOf(sandbox: Sandbox, id?: string): string {
  const base = new URL(sandbox.origin).pathname.replace(/\/$/, '')
  return `${base}/mail${id ? `/${id}` : ''}`
}
