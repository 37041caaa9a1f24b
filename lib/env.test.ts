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

  test('lists every variable exactly once', () => {
    expect(example.map(({ name }) => name).sort()).toEqual([...envNames].sort())
  })

  test('describes each variable', () => {
    expect(example.filter(({ comment }) => !/^# [A-Za-z0-9].{10}/.test(comment))).toEqual([])
  })

  test('shows the actual defaults', () => {
    const shown = parseEnv(Object.fromEntries(example.map(({ name, value }) => [name, value])))
    expect(shown).toEqual(parseEnv({}))
  })
})

describe('an invalid value', () => {
  const sentence = (source: Record<string, string>): string => {
    try {
      parseEnv(source)
    } catch (error) {
      if (error instanceof BadEnvironment) return error.message
    }
    throw new Error('was accepted')
  }

  test('is reported with the expected format', () => {
    expect(sentence({ DATABASE_URL: 'mysql://localhost/x' })).toBe(
      'Invalid environment. DATABASE_URL is (not shown): must be a postgres:// URL. See .env.example.',
    )
  })

  test.each(['abc', '1.5', '0', '65536'])('reports the allowed range: %s', (value) => {
    expect(sentence({ PORT: value })).toContain(`PORT is "${value}": must be a whole number from 1 to 65535.`)
  })

  test('is reported together with all others', () => {
    expect(sentence({ PORT: '99999', APP_URL: 'here' })).toMatch(
      /PORT is "99999": .*APP_URL is "here": must be an http/,
    )
  })
})

test('empty values count as missing and unknown variables are ignored', () => {
  expect(parseEnv({ PORT: '', PATH: '/bin', LOG_LEVEL: 'warn' })).toEqual({ ...parseEnv({}), LOG_LEVEL: 'warn' })
})
