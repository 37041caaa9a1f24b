import type { MailContent } from '../content'

/** Greeting with the user's name. Names are free text, so long ones are omitted. */
const greeting = (name: string): string => (name.trim() && name.length <= 60 ? `Hi ${name.trim()},` : 'Hi,')

type LinkMail = {
  name: string
  /** Path of the link, starting with a slash. */
  path: string
  /** Lifetime of the link: "30 minutes", "24 hours". */
  validFor: string
}

/** Asks a user to confirm their address: at sign-up, and before a new address replaces the old one. */
export const addressConfirmation = ({ name, path, validFor }: LinkMail): MailContent => ({
  subject: 'Confirm your email address',
  preview: `The link works for ${validFor}.`,
  blocks: [
    { type: 'heading', text: 'Confirm your email address' },
    { type: 'paragraph', text: greeting(name) },
    { type: 'paragraph', text: 'Click the button to confirm that this address is yours.' },
    { type: 'button', label: 'Confirm address', path },
    { type: 'paragraph', text: `The link works once, for ${validFor}.` },
    { type: 'rule' },
    { type: 'paragraph', text: 'If you did not request this, ignore this email. Nothing changes.' },
  ],
})

export const passwordReset = ({ name, path, validFor }: LinkMail): MailContent => ({
  subject: 'Reset your password',
  preview: `The link works for ${validFor}.`,
  blocks: [
    { type: 'heading', text: 'Reset your password' },
    { type: 'paragraph', text: greeting(name) },
    { type: 'paragraph', text: 'Click the button to choose a new password for your Storycast account.' },
    { type: 'button', label: 'Choose a new password', path },
    { type: 'paragraph', text: `The link works once, for ${validFor}.` },
    { type: 'rule' },
    {
      type: 'paragraph',
      text: 'If you did not request this, ignore this email. Your password does not change.',
    },
  ],
})

export const invitation = ({
  inviterName,
  projectName,
  role,
  path,
  validFor,
}: Omit<LinkMail, 'name'> & { inviterName: string; projectName: string; role: string }): MailContent => ({
  subject: `${inviterName} invited you to ${projectName} on Storycast`,
  preview: `Join as ${role}. The link works for ${validFor}.`,
  blocks: [
    { type: 'heading', text: `Join ${projectName}` },
    {
      type: 'paragraph',
      text: `${inviterName} invited you to the project ${projectName} on Storycast. Your role is ${role}.`,
    },
    { type: 'button', label: 'View invitation', path },
    { type: 'paragraph', text: `The link works once, for ${validFor}, and only for this email address.` },
    { type: 'rule' },
    { type: 'paragraph', text: 'Storycast plans and publishes social media posts for teams.' },
    { type: 'paragraph', text: `If you do not know ${inviterName}, ignore this email.` },
  ],
})

/** Changes of an account. Sent to the address before the change. */
export const securityChanges = {
  password_changed: 'Your password was changed',
  email_changed: 'Your email address was changed',
  two_factor_on: 'Two-factor authentication was turned on',
  two_factor_off: 'Two-factor authentication was turned off',
  recovery_codes_changed: 'New recovery codes were created',
  sign_in_method_added: 'A sign-in method was added to your account',
  sign_in_method_removed: 'A sign-in method was removed from your account',
  account_deleted: 'Your account was deleted',
} as const
export type SecurityChange = keyof typeof securityChanges

/**
 * Notifies a user of a change to their sign-in.
 *
 * @param at when, as text with time zone: "23 Nov 2026, 14:05 UTC"
 * @param detail one more fact: "The new address is j•••@example.com."
 */
export const securityNotice = ({
  name,
  change,
  at,
  detail,
}: {
  name: string
  change: SecurityChange
  at: string
  detail?: string
}): MailContent => ({
  subject: securityChanges[change],
  preview: at,
  blocks: [
    { type: 'heading', text: securityChanges[change] },
    { type: 'paragraph', text: greeting(name) },
    { type: 'paragraph', text: `${securityChanges[change]} on ${at}.${detail ? ` ${detail}` : ''}` },
    { type: 'rule' },
    { type: 'paragraph', text: 'If this was you, you can ignore this email.' },
    ...(change === 'account_deleted'
      ? [{ type: 'paragraph' as const, text: 'If it was not you, contact your administrator.' }]
      : [
          {
            type: 'paragraph' as const,
            text: 'If it was not you, reset your password now. That signs out every device.',
          },
          { type: 'button' as const, label: 'Reset password', path: '/forgotten-password' },
        ]),
  ],
})
