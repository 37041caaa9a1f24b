import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'

/** What a network shows below a post with a link. */
export const LinkPreview = z.strictObject({
  url: z.string().meta({ description: 'As requested.' }),
  domain: z.string().meta({ description: 'Host of the page after redirects, without `www.`.' }),
  title: z.string().nullable(),
  description: z.string().nullable(),
  site_name: z.string().nullable(),
  image_url: z.string().nullable().meta({ description: 'URL of the image that the page names.' }),
  error: z.string().nullable().meta({ description: 'Why the page could not be read. Networks show its domain only.' }),
  fetched_at: z.iso.datetime(),
})
export type LinkPreview = z.output<typeof LinkPreview>

export const getLinkPreview = contract({
  method: 'GET',
  path: '/api/v1/link-preview',
  tag: 'Stories',
  summary: 'Get the link card of a web page',
  description:
    'Reads the Open Graph and Twitter tags of the page, or its title. Cached for 24 hours; a failure for 10 minutes. A ' +
    'page that cannot be read is no error: the answer has its domain and the reason.',
  scope: 'stories:read',
  query: aliased(
    {
      ...projectShape,
      url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).max(2048),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ link_preview: LinkPreview }) },
  errors: ['not_found'],
})
