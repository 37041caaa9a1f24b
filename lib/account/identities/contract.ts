import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { providerIds } from '@/lib/auth/oauth-providers'

/** A provider account that signs the user in. */
export const Identity = z.strictObject({
  id: z.uuid(),
  provider: z.enum(providerIds),
  email: z.string().meta({ description: 'Address at the provider when it was connected.' }),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
})
export type Identity = z.output<typeof Identity>

export const listIdentities = contract({
  method: 'GET',
  path: '/api/v1/account/identities',
  tag: 'Accounts',
  summary: 'List connected sign-in methods',
  description: 'Accounts at GitHub and Google that sign you in. Sign in with a provider to add it.',
  scope: 'session',
  answers: { 200: z.strictObject({ identities: z.array(Identity) }) },
})

export const deleteIdentity = contract({
  method: 'DELETE',
  path: '/api/v1/account/identities/:id',
  tag: 'Accounts',
  summary: 'Disconnect a sign-in method',
  description: 'The last sign-in method cannot be removed (`conflict`). Set a password first.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['conflict'],
})
