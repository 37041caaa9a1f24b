import { expect, test } from 'vitest'
import { type Facts, messageOf } from './invalid-fields'

const valid = { valueMissing: false, typeMismatch: false, tooShort: false, customError: false }
const facts = { type: 'text', minLength: 0, fallback: 'The browser’s text' }

test.each<[string, Omit<Partial<Facts>, 'validity'> & { label: string; validity: Partial<Facts['validity']> }, string]>(
  [
    ['a name', { label: 'Your name', validity: { valueMissing: true } }, 'Enter your name.'],
    ['a short label', { label: 'Name', validity: { valueMissing: true } }, 'Enter a name.'],
    ['another field', { label: 'Project name', validity: { valueMissing: true } }, 'Enter the project name.'],
    ['an abbreviation', { label: 'API key', validity: { valueMissing: true } }, 'Enter the API key.'],
    ['an email', { label: 'Email', type: 'email', validity: { valueMissing: true } }, 'Enter an email address.'],
    ['a question', { label: 'What should change?', validity: { valueMissing: true } }, 'Say what should change.'],
    ['another question', { label: 'Sell abroad?', validity: { valueMissing: true } }, 'Answer “Sell abroad?”'],
    ['a box', { label: 'I agree', type: 'checkbox', validity: { valueMissing: true } }, 'Check “I agree”.'],
    [
      'no email',
      { label: 'Email', type: 'email', validity: { typeMismatch: true } },
      'Enter an email address like name@example.com.',
    ],
    [
      'no URL',
      { label: 'Website', type: 'url', validity: { typeMismatch: true } },
      'Enter a full address like https://example.com.',
    ],
    [
      'a short password',
      { label: 'Password', type: 'password', minLength: 10, validity: { tooShort: true } },
      'Password needs at least 10 characters.',
    ],
    ['an own rule', { label: 'Name', validity: { customError: true } }, 'The browser’s text'],
    ['any other rule', { label: 'Number', validity: {} }, 'Number: The browser’s text'],
  ],
)('the error of %s names the field and the remedy', (_, { validity, ...given }, message) => {
  expect(messageOf({ ...facts, ...given, validity: { ...valid, ...validity } })).toBe(message)
})
