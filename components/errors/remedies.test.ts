import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/client'
import { remedyFor } from './remedies'

const conflict = (message: string) => remedyFor(new ApiError(409, 'conflict', message, [], null), false)

test('a conflict gets a remedy only if its message has none', () => {
  expect(conflict('This project is already paused.')).toBe('Reload to see the latest version.')
  expect(conflict('A template named “News” already exists. Use another name.')).toBeNull()
})
