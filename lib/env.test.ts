import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BadEnvironment, envNames, parseEnv } from './env'

type Entry = { name: string; value: string; comment: string }

/** The variables of `.env.example` with the line above each. */
function readExample(): Entry[] {
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const match = /^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line)
    return match ? [{ name: match[1] ?? '', value: match[2] ?? '', comment: lines[index - 1] ?? '' }] : []
  })
}

describe('.env.example', () => {
  const example = readExample()

  test('names every variable that is read, once, and no other', () => {
    expect(example.map(({ name }) => name).sort()).toEqual([...envNames].sort())
  })

  test('says of each what it is for', () => {
    expect(example.filter(({ comment }) => !/^# [A-Za-z0-9].{10}/.test(comment))).toEqual([])
  })

  test('shows the true defaults', () => {
    const shown = parseEnv(Object.fromEntries(example.map(({ name, value }) => [name, value])))
    expect(shown).toEqual(parseEnv({}))
  })
})

describe('a value that cannot be used', () => {
  const sentence = (source: Record<string, string>): string => {
    try {
      parseEnv(source)
    } catch (error) {
      if (error instanceof BadEnvironment) return error.message
    }
    throw new Error('was accepted')
  }

  test('is named in a sentence that says what it should be', () => {
    expect(sentence({ DATABASE_URL: 'mysql://localhost/x' })).toBe(
      'The environment has a value that cannot be used. DATABASE_URL is (not shown): must be a postgres:// address. See .env.example.',
    )
  })

  test.each(['abc', '1.5', '0', '65536'])('says what a number may be: %s', (value) => {
    expect(sentence({ PORT: value })).toContain(`PORT is "${value}": must be a whole number from 1 to 65535.`)
  })

  test('hides none of the others', () => {
    expect(sentence({ PORT: '99999', APP_URL: 'here' })).toMatch(
      /PORT is "99999": .*APP_URL is "here": must be an http/,
    )
  })
})

test('an empty value is the same as none, and a foreign variable is nobody’s business', () => {
  expect(parseEnv({ PORT: '', PATH: '/bin', LOG_LEVEL: 'warn' })).toEqual({ ...parseEnv({}), LOG_LEVEL: 'warn' })
})
