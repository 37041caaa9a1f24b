import { z } from 'zod'
import { type Call, jsonAnswer, openRoute, type Route } from '../http/call'
import { DeliveryMode, type InboxDeliveries } from '../inbox/deliveries'
import { changeItem, personIdOf, writeComment, writeMessage } from '../inbox/write'
import { digits } from '../state/ids'
import { inboxNetworks } from '../state/inbox-store'
import type { Sandbox } from '../state/sandbox'
import { bodyOf, queryOf, refuse } from './input'

const network = z.enum(inboxNetworks)
const written = {
  network,
  account_id: z.string(),
  person: z.string().trim().min(1).max(100).default('Visitor'),
  text: z.string().min(1).max(20_000),
  /** Written this long ago. */
  ago_seconds: z.number().min(0).max(40_000_000).default(0),
  /** A storm: so many, numbered. */
  count: z.number().int().min(1).max(20_000).default(1),
}
const NewComments = z.strictObject({ ...written, post_id: z.string(), parent_id: z.string().optional() })
/** `people`: the messages of a storm come from so many people in turn. */
const NewMessages = z.strictObject({ ...written, people: z.number().int().min(1).max(20_000).default(1) })
const Change = z.strictObject({
  text: z.string().optional(),
  is_deleted: z.literal(true).optional(),
  is_hidden: z.boolean().optional(),
})
const Subscription = z.strictObject({ network, account_id: z.string(), fields: z.array(z.string()) })

/** Comments and messages of visitors, and how the product is told about them. */
export function inboxControlRoutes(sandbox: Sandbox, deliveries: InboxDeliveries): Route[] {
  const on = (pattern: string, handle: (call: Call, params: Record<string, string>) => unknown): Route =>
    openRoute(pattern, 'control', ({ call, params }) => jsonAnswer(200, handle(call, params)))
  const state = () => ({
    url: sandbox.inbox.url,
    mode: deliveries.mode,
    waiting: deliveries.waiting,
  })
  return [
    on('GET /inbox', state),
    on('POST /inbox/webhook', (call) => {
      const { url } = bodyOf(call, z.strictObject({ url: z.url({ protocol: /^https?$/ }).nullable() }))
      sandbox.inbox.setUrl(url?.replace(/\/+$/, '') ?? null)
      return state()
    }),
    on('POST /inbox/mode', (call) => {
      deliveries.setMode(bodyOf(call, DeliveryMode))
      return state()
    }),
    on('POST /inbox/subscriptions', (call) => {
      const { network, account_id, fields } = bodyOf(call, Subscription)
      sandbox.inbox.subscribe(network, account_id, fields, sandbox.nowMs())
      return { fields }
    }),
    on('POST /inbox/posts', (call) => {
      const { network: of, account_id } = bodyOf(call, z.strictObject({ network, account_id: z.string() }))
      const account = sandbox.accounts.get(of, account_id)
      if (!account) throw refuse(404, `${of} has no account ${account_id}.`)
      const id = of === 'instagram' ? digits('179', 17) : `${account_id}_${digits('12', 15)}`
      sandbox.publish({ call, account }, { id, path: `/feed/${of}/${id}`, text: 'A post' })
      return { id }
    }),
    on('POST /inbox/comments', (call) => {
      const given = bodyOf(call, NewComments)
      const place = placeIn(sandbox, given)
      return {
        items: numbered(given).map(({ text, agoMs }) =>
          writeComment(sandbox, place, {
            ...{ postId: given.post_id, parentId: given.parent_id ?? null, text, agoMs },
            author: { name: given.person },
          }),
        ),
      }
    }),
    on('POST /inbox/messages', (call) => {
      const given = bodyOf(call, NewMessages)
      const place = placeIn(sandbox, given)
      return {
        items: numbered(given).map(({ text, agoMs }, index) => {
          const name = given.people === 1 ? given.person : `${given.person} ${(index % given.people) + 1}`
          const person = { id: personIdOf(place, name), name }
          return writeMessage(sandbox, place, { person, isOurs: false, text, agoMs })
        }),
      }
    }),
    on('POST /inbox/items/:id', (call, { id = '' }) => {
      const item = sandbox.inbox.get(id)
      if (!item) throw refuse(404, `Unknown comment or message ${id}.`)
      return changeItem(sandbox, item, bodyOf(call, Change))
    }),
    on('GET /inbox/items', (call) => {
      const { network: of, account_id } = queryOf(call, { network, account_id: z.string() })
      return { items: sandbox.inbox.of(of, account_id) }
    }),
    on('GET /inbox/deliveries', () => ({ attempts: deliveries.attempts })),
  ]
}

function placeIn(
  sandbox: Sandbox,
  { network, account_id }: z.output<typeof NewComments> | z.output<typeof NewMessages>,
) {
  if (!sandbox.accounts.get(network, account_id)) throw refuse(404, `${network} has no account ${account_id}.`)
  return { network, accountId: account_id }
}

/** A millisecond apart, so that their order is known. */
const numbered = ({ text, count, ago_seconds }: { text: string; count: number; ago_seconds: number }) =>
  Array.from({ length: count }, (_, index) => ({
    text: count === 1 ? text : `${text} ${index + 1}`,
    agoMs: ago_seconds * 1_000 + count - 1 - index,
  }))
