import { expect, test } from 'vitest'
import { ghostToken } from './jwt'

test('the token is signed with the decoded secret', () => {
  const key = '6489d1b2c3d4e5f60718293a:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
  expect(ghostToken(key, new Date(1_700_000_000_000))).toBe(
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjY0ODlkMWIyYzNkNGU1ZjYwNzE4MjkzYSJ9.eyJpYXQiOjE3MDAwMDAwMDAsImV4cCI6MTcwMDAwMDMwMCwiYXVkIjoiL2FkbWluLyJ9.8pHHdAZLc-fUDQ-x0hWnFHidOYtFS8B05MnRtsIRELE',
  )
})
