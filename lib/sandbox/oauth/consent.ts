import type { ChannelId } from '../../channels/ids'
import type { Account } from '../accounts'
import { type Answer, type Call, emptyAnswer } from '../exchange'
import type { Route } from '../router'
import type { Sandbox } from '../sandbox'
import { type App, type AppName, apps } from './apps'
import { type Choices, consentPage, errorPage } from './page'

/** What a person agreed to on the page. */
export type Agreement = {
  account: Account | undefined
  shared: Account[]
  scopes: string[]
  declined: string[]
  query: URLSearchParams
}

/** How one network asks. */
export type Consent = {
  network: ChannelId
  name: string
  app: AppName
  path: string
  /** Every scope that the network knows; an app that asks for another is refused. */
  knownScopes: readonly string[]
  separator: ',' | ' '
  /** Which accounts can be signed in, and which can be shared beside. */
  people(): readonly Account[]
  shared?(): NonNullable<Choices['shared']>
  /** Parameters that have to be there beside client_id, redirect_uri, response_type and state. */
  alsoRequired?: readonly string[]
  /** What is appended to the address when the person refuses. */
  refused: Record<string, string>
  /** What is appended when the app asks for a scope that it may not have; null: an error page. */
  badScope: ((scope: string) => Record<string, string>) | null
  /** Instagram and Threads end the address with `#_`. */
  suffix?: string
  /** Makes the code. */
  agree(agreement: Agreement): string
}

/** The page at the network and what its form does, as the two routes of one path. */
export function consentRoutes(sandbox: Sandbox, consent: Consent): Route[] {
  const { path } = consent
  return [
    { method: 'GET', path, name: 'consent', isOpen: true, handle: ({ call }) => ask(consent, call) },
    { method: 'POST', path, name: 'consent', isOpen: true, handle: ({ call }) => decide(sandbox, consent, call) },
  ]
}

function ask(consent: Consent, call: Call): Answer {
  const fault = faultOf(consent, call.query)
  if (fault) return fault
  const { network, name } = consent
  return consentPage({
    network,
    name,
    people: consent.people(),
    shared: consent.shared?.() ?? null,
    scopes: scopesIn(consent, call.query),
  })
}

function decide(sandbox: Sandbox, consent: Consent, call: Call): Answer {
  const fault = faultOf(consent, call.query)
  if (fault) return fault
  const form = call.form()
  if (form.get('decision') !== 'allow') return backTo(consent, call.query, consent.refused)
  const account = sandbox.accounts.get(consent.network, form.get('account') ?? '')
  if (!account && consent.people().length > 0) return errorPage(consent.network, 'Choose who you are.')
  const ids = form.getAll('shared')
  const shared = (consent.shared?.().accounts ?? []).filter(({ account_id }) => ids.includes(account_id))
  const asked = scopesIn(consent, call.query)
  const ticked = form.getAll('scope')
  const scopes = asked.filter((scope) => ticked.includes(scope))
  const declined = asked.filter((scope) => !ticked.includes(scope))
  return backTo(consent, call.query, { code: consent.agree({ account, shared, scopes, declined, query: call.query }) })
}

const scopesIn = ({ separator }: Consent, query: URLSearchParams): string[] =>
  (query.get('scope') ?? '').split(separator).filter(Boolean)

/** Only after app and address are right does the network send anybody back. */
function faultOf(consent: Consent, query: URLSearchParams): Answer | null {
  const { id }: App = apps[consent.app]
  if (query.get('client_id') !== id) return errorPage(consent.network, 'There is no app with this client_id.')
  const address = query.get('redirect_uri') ?? ''
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return errorPage(consent.network, 'The redirect_uri is not one of the addresses of this app.')
  }
  if (query.get('response_type') !== 'code') return errorPage(consent.network, 'The response_type must be code.')
  for (const name of ['state', 'scope', ...(consent.alsoRequired ?? [])]) {
    if (!query.get(name)) return errorPage(consent.network, `The parameter ${name} is missing.`)
  }
  const stranger = scopesIn(consent, query).find((scope) => !consent.knownScopes.includes(scope))
  if (stranger === undefined) return null
  return consent.badScope
    ? backTo(consent, query, consent.badScope(stranger))
    : errorPage(consent.network, `Invalid Scopes: ${stranger}.`)
}

function backTo(consent: Consent, query: URLSearchParams, appended: Record<string, string>): Answer {
  const address = new URL(query.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(appended)) address.searchParams.set(name, value)
  address.searchParams.set('state', query.get('state') ?? '')
  return emptyAnswer(302, { location: `${address.href}${consent.suffix ?? ''}` })
}

/** The accounts of a network, with one made when there is none: a person who looks at the page has to be somebody. */
export function peopleOf(sandbox: Sandbox, network: ChannelId, furnish?: (account: Account) => void): Account[] {
  const known = sandbox.accounts.list(network)
  if (known.length > 0) return known
  sandbox.journal.together(() => {
    const account = sandbox.accounts.open({ network }, sandbox.nowMs())
    furnish?.(account)
  })
  return sandbox.accounts.list(network)
}
