import { jsonAnswer } from '../exchange'
import { codeLifeMs, declined, loginRoutes } from '../meta/oauth'
import { Codes } from '../oauth/codes'
import { consentRoutes, peopleOf } from '../oauth/consent'
import type { Route } from '../router'
import type { Sandbox } from '../sandbox'

const knownScopes = [
  'threads_basic',
  'threads_content_publish',
  'threads_manage_replies',
  'threads_read_replies',
  'threads_manage_insights',
  'threads_delete',
  'threads_manage_mentions',
]

export const scopes = {
  identity: ['threads_basic'],
  status: ['threads_basic'],
  list: ['threads_basic'],
  read: ['threads_basic'],
  container: ['threads_content_publish'],
  publish: ['threads_content_publish'],
  insights: ['threads_manage_insights'],
  quota: ['threads_content_publish'],
}

/** threads.net and graph.threads.net in one. */
export function threadsOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'threads', codeLifeMs)
  return [
    ...consentRoutes(sandbox, {
      network: 'threads',
      name: 'Threads',
      app: 'threads',
      path: '/oauth/authorize',
      knownScopes,
      separator: ',',
      people: () => peopleOf(sandbox, 'threads'),
      refused: declined,
      badScope: null,
      suffix: '#_',
      agree: ({ account, ...agreed }) => codes.make({ ...agreed, account_id: account?.account_id ?? '', also: [] }),
    }),
    ...loginRoutes(sandbox, codes, {
      network: 'threads',
      prefix: 'THAA',
      exchangeGrant: 'th_exchange_token',
      refreshGrant: 'th_refresh_token',
      // The id is a JSON number beyond 2^53, as the original writes it: whoever parses it plainly has another one.
      show: (made, { account_id }) => {
        const { status, headers } = jsonAnswer(200, null)
        return { status, headers, body: `{"access_token":${JSON.stringify(made.id)},"user_id":${account_id}}` }
      },
    }),
  ]
}
