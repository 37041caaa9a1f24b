import { z } from 'zod'
import { type Answer, type OpenVisit, openRoute, type Route } from '../http/call'
import { personIdOf, placeOf, writeMessage } from '../inbox/write'
import { Html, html, timeOf } from '../pages/html'
import type { Account } from '../state/accounts'
import { type InboxItem, type InboxNetwork, isInboxNetwork } from '../state/inbox-store'
import type { Sandbox } from '../state/sandbox'
import { addressOf, feedAddress, messagesAddress } from './address'
import { feedAnswer, readFeedForm, refusePage, seeOther } from './forms'
import { deliveryNote, nameField, textField, visitorName, visitorText } from './visitor'

/** Bytes in UTF-8. */
const textMaxBytes: Record<InboxNetwork, number> = { instagram: 1_000, facebook: 2_000 }
const messagesShown = 100
const peopleShown = 30

/** `GET /messages/:network/:id?name=` shows a visitor's messages with an account, `POST` sends one. */
export const messageRoutes = (sandbox: Sandbox): Route[] => [
  openRoute('GET /messages/:network/:id', 'feed', (visit) => showMessages(sandbox, visit)),
  openRoute('POST /messages/:network/:id', 'feed', (visit) => sendMessage(sandbox, visit)),
]

function showMessages(sandbox: Sandbox, visit: OpenVisit): Answer {
  const account = accountOf(sandbox, visit)
  const name = visitorName.safeParse(visit.call.query.get('name')).data ?? ''
  return feedAnswer(200, `Message ${account.account_name}`, messagesPage(sandbox, account, name))
}

function sendMessage(sandbox: Sandbox, visit: OpenVisit): Answer {
  const account = accountOf(sandbox, visit)
  const place = placeOf(account)
  const { name, text } = readFeedForm(
    sandbox,
    visit.call,
    z.strictObject({
      name: visitorName,
      text: visitorText.refine(
        (value) => Buffer.byteLength(value) <= textMaxBytes[place.network],
        'The text is too long.',
      ),
    }),
  )
  writeMessage(sandbox, place, { person: { id: personIdOf(place, name), name }, isOurs: false, text })
  return seeOther(`${messagesAddress(sandbox, account, name)}#write`)
}

function accountOf(sandbox: Sandbox, { params: { network = '', id = '' } }: OpenVisit): Account {
  const account = isInboxNetwork(network) ? sandbox.accounts.get(network, id) : undefined
  if (!account) throw refusePage(sandbox, 404, 'Account not found', 'Open it from one of its posts.')
  return account
}

function messagesPage(sandbox: Sandbox, account: Account, name: string): Html {
  const place = placeOf(account)
  const { network, accountId } = place
  const messages = name === '' ? [] : sandbox.inbox.messages(network, accountId, personIdOf(place, name))
  const shown = messages.slice(-messagesShown)
  const bubbles = shown.map((message) => html`<li>${bubble(account, message)}</li>`)
  return html`<header><nav aria-label="Feed"><a class="chip" href="${feedAddress(sandbox)}">All posts</a><a class="chip" href="${addressOf(sandbox, { network, accountId })}">All posts of this account</a></nav><h1>Message ${account.account_name}</h1>${peopleLinks(sandbox, account, name)}</header>
<main><div class="cards one"><section class="card ${network}" aria-label="Messages">
${shown.length < messages.length && html`<p class="quiet earlier">The latest ${shown.length} of ${messages.length} messages.</p>`}${bubbles.length > 0 ? html`<ol class="messages">${bubbles}</ol>` : html`<p class="quiet earlier">${name === '' ? 'Enter a name to write as a visitor.' : 'No messages yet.'}</p>`}
<form class="post" id="write" method="post" action="${messagesAddress(sandbox, account)}">${nameField(name)}${textField(textMaxBytes[network])}<div class="ways"><button class="send">Send message</button>${name !== '' && html`<a class="chip" href="${messagesAddress(sandbox, account, name)}">Refresh</a>`}</div>${deliveryNote(sandbox, network, accountId)}</form></section></div></main>`
}

function peopleLinks(sandbox: Sandbox, account: Account, name: string): Html | null {
  const { network, accountId } = placeOf(account)
  const names = sandbox.inbox.of(network, accountId).flatMap((item) => (item.kind === 'dm' ? [item.person_name] : []))
  const latest = [...new Set(names.toReversed())].slice(0, peopleShown)
  if (latest.length === 0) return null
  const links = latest.map(
    (one) =>
      html`<a class="chip" href="${messagesAddress(sandbox, account, one)}"${one === name && new Html(' aria-current="page"')}>${one}</a>`,
  )
  return html`<nav aria-label="Visitors">${links}</nav>`
}

function bubble({ account_name }: Account, item: InboxItem): Html {
  const { is_ours, is_deleted, person_name, private_reply_to, tag, text, created_ms } = item
  return html`<div class="${is_ours ? 'bubble' : 'bubble mine'}"><p class="who"><b>${is_ours ? account_name : person_name}</b>${private_reply_to && html`<span class="badge">Reply to a comment</span>`}${tag && html`<span class="badge">${tag}</span>`}${is_deleted && html`<span class="badge">Deleted</span>`}<span class="quiet">${timeOf(created_ms)}</span></p>${!is_deleted && html`<p class="text" dir="auto">${text}</p>`}</div>`
}
