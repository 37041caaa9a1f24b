import { invalid } from '@/lib/errors'
import { passwordMinLength } from './contract'

let common: Promise<ReadonlySet<string>> | undefined

/**
 * The 49,000 most common passwords of public leaks, in lower case; those that are too short anyway are left out.
 * Loaded when first needed: the list is 400 kB. Source: https://github.com/zxcvbn-ts/zxcvbn
 */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common'].filter((word) => word.length >= passwordMinLength)
  return new Set(words.map((word) => word.toLowerCase()))
}

/** @throws validation_error for a password that attackers try first */
export async function refuseCommonPassword(path: string, password: string): Promise<void> {
  common ??= load()
  if (!(await common).has(password.toLowerCase())) return
  throw invalid(
    path,
    'This is one of the most common passwords, so it is easy to guess. Choose another one.',
    'too_common',
  )
}
