import { expect, inject, test } from 'vitest'
import { contracts, type NamedContract } from '@/lib/api/contracts'
import { scopes } from '@/lib/auth/scopes'
import { database } from '@/lib/db/pool'
import { approveQueueItem } from '@/lib/queue/contract'
import { mintToken } from '@/lib/tokens/mint'
import { Api } from '@/tests/support/api'
import { aMember } from '@/tests/support/people'
import { signedIn } from '@/tests/support/session'
import { aTenant, type Tenant } from '@/tests/support/tenant'
import { inputOf, takesProject, thingsIn } from './endpoint-inputs'

const scoped = contracts.filter(({ contract }) => !['public', 'any', 'session'].includes(contract.scope))
const token = async (userId: string, projectId: string | null): Promise<Api> => {
  const { token } = await mintToken(database(), { userId, projectId, name: 'test', scopes })
  return new Api(inject('productUrl'), token)
}

/** The request of an endpoint, about the things of this tenant. */
function inputFor(one: NamedContract, { ids, projectId }: Tenant): Record<string, unknown> {
  const own = Object.fromEntries(thingsIn(one.contract).map(([name, thing]) => [name, ids[thing ?? 'story']]))
  const input = inputOf(one, own)
  return takesProject(one.contract) ? { ...input, project_id: projectId } : input
}

const isRefused = async (api: Api, one: NamedContract, tenant: Tenant): Promise<boolean> =>
  (await api.send(one.contract, inputFor(one, tenant))).status === 403

/** Whether a call that was allowed may have removed or changed what the next calls need. */
const changesThings = ({ contract }: NamedContract): boolean => contract.method !== 'GET' && Boolean(contract.params)

test.each(['viewer', 'editor'] as const)(
  'a token may not do what its owner, who is %s, may not do in a session',
  async (role) => {
    const refusedInSession: string[] = []
    const allowedToTokens: string[] = []
    let tenant = await aTenant()
    let { userId } = await aMember(tenant.projectId, role)
    for (const one of scoped) {
      if (await isRefused(await signedIn(userId), one, tenant)) {
        refusedInSession.push(one.name)
        const tokens = { bound: await token(userId, tenant.projectId), account: await token(userId, null) }
        for (const [kind, api] of Object.entries(tokens)) {
          if (!(await isRefused(api, one, tenant))) allowedToTokens.push(`${one.name} (${kind})`)
        }
      } else if (changesThings(one)) {
        tenant = await aTenant()
        userId = (await aMember(tenant.projectId, role)).userId
      }
    }
    expect(allowedToTokens).toEqual([])
    const beyondEditors = ['approveQueueItem', 'rejectQueueItem', 'pauseProject', 'resumeProject', 'createConnection']
    expect(refusedInSession).toEqual(expect.arrayContaining(beyondEditors))
  },
)

test('403 with the role for the token of an editor, and from the next request on after the role was lowered', async () => {
  const tenant = await aTenant()
  const { userId } = await aMember(tenant.projectId, 'admin')
  const api = await token(userId, tenant.projectId)
  await database().updateTable('project_members').set({ role: 'editor' }).where('user_id', '=', userId).execute()
  const { error } = await api.refused(approveQueueItem, { id: tenant.ids.item })
  expect(error).toEqual({
    code: 'insufficient_scope',
    message: "The token's owner is editor in this project; this takes admin or above.",
  })
})
