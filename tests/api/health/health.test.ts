import { expect, inject, test } from 'vitest'
import { scopes } from '@/lib/auth/scopes'
import { getHealth, getReadiness } from '@/lib/health/contract'
import { Api, aProject } from '@/tests/support/api/api'

test('a token sees its owner, project and scopes', async () => {
  const { api, userId, projectId } = await aProject()
  const { server_time, ...rest } = await api.get(getHealth)
  expect(rest).toEqual({ ok: true, user_id: userId, project_id: projectId, scopes: [...scopes] })
  expect(Math.abs(Date.parse(server_time) - Date.now())).toBeLessThan(60_000)
})

test('requires one scope only, and shows no project for an account token', async () => {
  const { withToken } = await aProject()
  const api = await withToken({ scopes: ['queue:read'], isAccount: true })
  expect(await api.get(getHealth)).toMatchObject({ project_id: null, scopes: ['queue:read'] })
})

test('401 without a token or with an unknown one', async () => {
  const url = inject('productUrl')
  expect(await new Api(url, null).refused(getHealth)).toMatchObject({ status: 401, error: { code: 'unauthorized' } })
  const unknown = new Api(url, `svc_pat_${'0'.repeat(40)}`)
  expect(await unknown.refused(getHealth)).toMatchObject({ status: 401, error: { code: 'unauthorized' } })
})

test('readiness is public and has one of two forms', async () => {
  const response = await new Api(inject('productUrl'), null).send(getReadiness)
  const body: { worker?: unknown; error?: { worker?: unknown } } = await response.json()
  const worker = { last_looked_at: null, silent_seconds: null }
  expect(Object.keys((body.worker ?? body.error?.worker) as object)).toEqual(Object.keys(worker))
  expect(response.status).toBe(body.error ? 503 : 200)
})
