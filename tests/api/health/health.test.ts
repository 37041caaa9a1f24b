import { expect, inject, test } from 'vitest'
import { scopes } from '@/lib/auth/scopes'
import { getHealth, getReadiness } from '@/lib/health/contract'
import { Api, aProject } from '@/tests/support/api'

test('a token learns whose it is and what it may do', async () => {
  const { api, userId, projectId } = await aProject()
  const { server_time, ...rest } = await api.get(getHealth)
  expect(rest).toEqual({ ok: true, user_id: userId, project_id: projectId, scopes: [...scopes] })
  expect(Math.abs(Date.parse(server_time) - Date.now())).toBeLessThan(60_000)
})

test('one scope is enough, and a token of the whole account names no project', async () => {
  const { withToken } = await aProject()
  const api = await withToken({ scopes: ['queue:read'], isAccount: true })
  expect(await api.get(getHealth)).toMatchObject({ project_id: null, scopes: ['queue:read'] })
})

test('without a token, and with one that nobody has, it is refused', async () => {
  const url = inject('productUrl')
  expect(await new Api(url, null).refused(getHealth)).toMatchObject({ status: 401, error: { code: 'unauthorized' } })
  const unknown = new Api(url, `svc_pat_${'0'.repeat(40)}`)
  expect(await unknown.refused(getHealth)).toMatchObject({ status: 401, error: { code: 'unauthorized' } })
})

test('readiness is public, and answers in one of its two shapes whichever workers run', async () => {
  const response = await new Api(inject('productUrl'), null).send(getReadiness)
  const body: { worker?: unknown; error?: { worker?: unknown } } = await response.json()
  const worker = { last_looked_at: null, silent_seconds: null }
  expect(Object.keys((body.worker ?? body.error?.worker) as object)).toEqual(Object.keys(worker))
  expect(response.status).toBe(body.error ? 503 : 200)
})
