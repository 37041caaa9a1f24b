import { invalid } from '@/lib/errors'
import { passwordMinLength } from './contract'

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastCommonPasswords?: Promise<ReadonlySet<string>> }

/** Loads the list, which takes 100 ms of CPU. The server does this on start. */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  globals.storycastCommonPasswords ??= load()
  return globals.storycastCommonPasswords
}

/**
 * The 49,000 most common passwords of public leaks, in lower case, without too short ones. Source:
 * https://github.com/zxcvbn-ts/zxcvbn
 */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common'].filter((word) => word.length >= passwordMinLength)
  return new Set(words.map((word) => word.toLowerCase()))
}

/** @throws validation_error for a common password */
export async function rejectCommonPassword(path: string, password: string): Promise<void> {
  if (!(await loadCommonPasswords()).has(password.toLowerCase())) return
  throw invalid(path, 'This password is too common and easy to guess. Choose another one.', 'too_common')
}
