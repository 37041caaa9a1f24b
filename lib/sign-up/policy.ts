import { env } from '@/lib/env'
import { type AppError, conflict, invalid } from '@/lib/errors'

/** Who may create an account on this server. */
export const signUpMode = (): 'open' | 'invite' | 'closed' => env().SIGN_UP

/** Why no account may be created, or null. Checked wherever users create accounts. */
export function signUpRefusal({ hasInvitation }: { hasInvitation: boolean }): AppError | null {
  const mode = signUpMode()
  if (mode === 'closed') return conflict('Sign-up is closed on this server. Ask its administrator for access.')
  if (mode === 'open' || hasInvitation) return null
  return invalid('invitation', 'is required: on this server, new accounts need an invitation link.', 'required')
}
