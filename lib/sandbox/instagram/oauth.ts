import { jsonAnswer } from '../exchange'
import { codeLifeMs, declined, loginRoutes } from '../meta/oauth'
import { Codes } from '../oauth/codes'
import { consentRoutes, peopleOf } from '../oauth/consent'
import type { Route } from '../router'
import type { Sandbox } from '../sandbox'

const knownScopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

export const scopes = {
  identity: ['instagram_business_basic'],
  status: ['instagram_business_basic'],
  list: ['instagram_business_basic'],
  read: ['instagram_business_basic'],
  container: ['instagram_business_content_publish'],
  publish: ['instagram_business_content_publish'],
  insights: ['instagram_business_manage_insights'],
}

/** Instagram Login: www.instagram.com, api.instagram.com and graph.instagram.com in one. */
export function instagramOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'instagram', codeLifeMs)
  return [
    ...consentRoutes(sandbox, {
      network: 'instagram',
      name: 'Instagram',
      app: 'instagram',
      path: '/oauth/authorize',
      knownScopes,
      separator: ',',
      people: () => peopleOf(sandbox, 'instagram'),
      refused: declined,
      badScope: null,
      suffix: '#_',
      agree: ({ account, ...agreed }) => codes.make({ ...agreed, account_id: account?.account_id ?? '', also: [] }),
    }),
    ...loginRoutes(sandbox, codes, {
      network: 'instagram',
      prefix: 'IGAA',
      exchangeGrant: 'ig_exchange_token',
      refreshGrant: 'ig_refresh_token',
      show: (made, { scopes: granted, account_id }) => {
        if (sandbox.settings.for('instagram').token_answer === 'wrapped') {
          const data = [{ access_token: made.id, user_id: account_id, permissions: granted.join(',') }]
          return jsonAnswer(200, { data })
        }
        const { status, headers } = jsonAnswer(200, null)
        const body = `{"access_token":${JSON.stringify(made.id)},"user_id":${account_id},"permissions":${JSON.stringify(granted)}}`
        return { status, headers, body }
      },
    }),
  ]
}
