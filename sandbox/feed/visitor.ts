import { z } from 'zod'
import { type Html, html } from '../pages/html'
import type { InboxNetwork } from '../state/inbox-store'
import type { Sandbox } from '../state/sandbox'

export const visitorName = z
  .string('Enter a name.')
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'The name may have up to 100 characters.')

export const visitorText = z.string('Enter a text.').trim().min(1, 'Enter a text.')

export const nameField = (value: string): Html =>
  html`<label class="label">Your name<input class="field" name="name" value="${value}" required maxlength="100" autocomplete="nickname"></label>`

/** @param max characters */
export const textField = (max: number): Html =>
  html`<label class="label">Text<textarea class="field" name="text" required maxlength="${max}" rows="2" dir="auto"></textarea></label>`

/** Why Storycast does not hear of comments and messages of this account; null if it does. */
export function deliveryNote({ inbox }: Sandbox, network: InboxNetwork, accountId: string): Html | null {
  if (inbox.url === null)
    return html`<p class="quiet">Not delivered to Storycast: no webhook URL is set (<code>POST /control/inbox/webhook</code>).</p>`
  if (inbox.subscription(network, accountId).length === 0)
    return html`<p class="quiet">Not delivered to Storycast: the account has no webhook subscription. Connect it first.</p>`
  return null
}
