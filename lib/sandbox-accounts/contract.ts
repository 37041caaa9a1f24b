import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { SocialConnection } from '@/lib/connections/contract'

export const connectSandboxAccounts = contract({
  method: 'POST',
  path: '/api/v1/projects/:id/sandbox-accounts',
  tag: 'Projects',
  summary: 'Connect a sandbox account on every channel',
  description:
    'For a server that uses the sandbox (`SANDBOX_URL`). Creates an account at each network of the sandbox and connects it. ' +
    'Channels that have a connected account are skipped.',
  scope: 'connections:write',
  params: idParams,
  idempotent: true,
  answers: {
    201: z.strictObject({
      connections: z.array(SocialConnection),
      skipped: z.array(z.enum(channelIds)).meta({ description: 'Channels that were connected before.' }),
    }),
  },
  errors: ['not_found', 'conflict', 'provider_error'],
})
