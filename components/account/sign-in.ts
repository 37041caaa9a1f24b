import { signIn } from 'next-auth/react'

/** What the server's refusals mean, in words. */
const refusals: Record<string, string> = {
  wrong: 'The e-mail or the password is not right. Check both; capital letters matter in the password.',
  offline: 'The server cannot be reached. Check your connection and try again.',
}

export function sayRefusal(refusal: string): string {
  const [, seconds] = /^throttled:(\d{1,4})$/.exec(refusal) ?? []
  if (seconds) return `Too many sign-in attempts from your network. Try again in ${seconds} s.`
  return refusals[refusal] ?? 'Signing in did not work just now. Try again in a minute.'
}

/** @returns null when the person is signed in now, else why not, in words */
export async function signInWith(email: string, password: string): Promise<string | null> {
  try {
    const result = await signIn('credentials', { email, password, redirect: false })
    return result?.ok && !result.error ? null : sayRefusal(result?.error ?? '')
  } catch {
    return sayRefusal('offline')
  }
}
