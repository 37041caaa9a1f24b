import { z } from 'zod'
import { redirectUriProblem, redirectUrisMax } from './redirect-uri'

/** Control characters, and those that change the direction of text: a name could look like another. */
const hiddenCharacters = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

export const clientName = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine((name) => !hiddenCharacters.test(name), 'must not contain control characters')

export const redirectUris = z
  .array(
    z.string().superRefine((uri, check) => {
      const problem = redirectUriProblem(uri)
      if (problem) check.addIssue({ code: 'custom', message: problem })
    }),
  )
  .min(1)
  .max(redirectUrisMax)
  .meta({
    description:
      'Compared character by character. `https`, the scheme of an app, or `http` on 127.0.0.1, [::1] or localhost, with any port there.',
  })

export const websiteUrl = z.url({ protocol: /^https$/, error: 'must be an https:// URL' }).max(2_000)

/**
 * What a client says about itself (RFC 7591, section 2): a registration or a metadata document. Unknown members are
 * ignored, as the RFC demands.
 */
export const ClientMetadata = z.object({
  redirect_uris: redirectUris,
  client_name: clientName.optional(),
  client_uri: websiteUrl.optional().catch(undefined),
  token_endpoint_auth_method: z.string().optional(),
})

/** The first problem as `member: message`. */
export const problemOf = ({ issues: [first] }: z.ZodError): string =>
  first ? `${first.path.join('.') || 'The document'}: ${first.message}.` : 'Not valid.'
