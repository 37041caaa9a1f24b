import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '@/tests/support/browser/local-storage'
import { dropSent, keepUnsent, readUnsent, unsentText } from './unsent-text'

const project = 'p'
const name = 'reply.c'

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  stubLocalStorage()
})

test('a text is kept with its key until it is sent, and spaces are not', () => {
  const written = unsentText('See you at ten')
  keepUnsent(project, name, written)
  expect(readUnsent(project, name)).toEqual(written)
  dropSent(project, name, written.idempotencyKey)
  expect(readUnsent(project, name).text).toBe('')
  keepUnsent(project, name, unsentText(' \n'))
  expect(readUnsent(project, name).text).toBe('')
})

test('a text written while another one is sent stays', () => {
  const sent = unsentText('First')
  const next = unsentText('Second')
  keepUnsent(project, name, sent)
  keepUnsent(project, name, next)
  dropSent(project, name, sent.idempotencyKey)
  expect(readUnsent(project, name)).toEqual(next)
})

test('a text of an unknown format is ignored', () => {
  localStorage.setItem(`storycast.draft.${project}.${name}`, '{"text":1}')
  expect(readUnsent(project, name).text).toBe('')
  localStorage.setItem(`storycast.draft.${project}.${name}`, 'not json')
  expect(readUnsent(project, name).text).toBe('')
})
