import { signIn } from 'next-auth/react'

/** What the server's refusals mean, in words. */
const refusals: Record<string, string> = {
  wrong: 'The e-mail or the password is not right. Check both; capital letters matter in the password.',
  wrong_code: 'The code is not right, or was used before. Enter the newest one.',
  expired: 'Your sign-in took longer than five minutes, or too many codes were wrong. Sign in again.',
  email_not_verified: 'Your account there has no verified e-mail. Verify it there, or sign in with a password.',
  sign_up_closed: 'There is no account with this e-mail, and sign-up is closed on this server.',
  invitation_needed: 'There is no account with this e-mail. Open your invitation link to create one.',
  Callback: 'You cancelled, or signing in there did not work. Try again.',
  OAuthCallback: 'Signing in there did not work. Try again.',
  OAuthSignin: 'The sign-in provider cannot be reached. Try again in a minute.',
  offline: 'The server cannot be reached. Check your connection and try again.',
}

export function sayRefusal(refusal: string): string {
  const [, seconds] = /^throttled:(\d{1,4})$/.exec(refusal) ?? []
  if (seconds) return `Too many sign-in attempts from your network. Try again in ${seconds} s.`
  return refusals[refusal] ?? 'Signing in did not work just now. Try again in a minute.'
}

/** @returns null when the person is signed in, `two_factor` when a code is needed next, else why not */
export const signInWith = (email: string, password: string): Promise<string | null> =>
  refusalOf('credentials', { email, password })

/** Second step. @returns null when the person is signed in, else why not */
export const answerWithCode = (code: string): Promise<string | null> => refusalOf('two-factor', { code })

async function refusalOf(provider: string, values: Record<string, string>): Promise<string | null> {
  try {
    const result = await signIn(provider, { ...values, redirect: false })
    return result?.ok && !result.error ? null : (result?.error ?? 'failed')
  } catch {
    return 'offline'
  }
}
