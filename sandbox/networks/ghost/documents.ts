import type { Json } from '@/lib/json'
import type { Collection } from '../../state/event-log'
import type { Sandbox } from '../../state/sandbox'

export type Document = {
  id: string
  created_ms: number
  account_id: string
  uuid: string
  title: string
  slug: string
  html: string
  status: 'draft' | 'published'
  updated_ms: number
  published_ms: number | null
  /** When listings start to include it. */
  visible_ms: number
  tags: string[]
  /** Fields that are stored and returned: images, excerpts, metadata. */
  more: { [name: string]: Json }
}

type Tag = { id: string; created_ms: number; account_id: string; name: string }

export class Documents {
  readonly #documents: Collection<Document>
  readonly #tags: Collection<Tag>
  readonly #sandbox: Sandbox
  readonly #byUuid = new Map<string, string>()
  /** Slugs are unique within a site. */
  readonly #slugs = new Set<string>()
  readonly #bySite = new Map<string, Set<string>>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#tags = sandbox.collection<Tag>('ghost.tag')
    this.#documents = sandbox.collection<Document>('ghost.post', undefined, {
      put: (document) => {
        this.#slugs.add(slugKey(document.account_id, document.slug))
        this.#byUuid.set(document.uuid, document.id)
        const ids = this.#bySite.get(document.account_id) ?? new Set<string>()
        this.#bySite.set(document.account_id, ids.add(document.id))
      },
      clear: () => {
        for (const index of [this.#slugs, this.#byUuid, this.#bySite]) index.clear()
      },
    })
  }

  get(id: string, accountId: string): Document | undefined {
    return this.#documents.own(id, accountId)
  }

  byUuid(uuid: string): Document | undefined {
    return this.#documents.get(this.#byUuid.get(uuid) ?? '')
  }

  /** What listings show now, newest first. */
  list(accountId: string): Document[] {
    const nowMs = this.#sandbox.nowMs()
    const documents = [...(this.#bySite.get(accountId) ?? [])].flatMap((id) => this.#documents.get(id) ?? [])
    return documents.filter(({ visible_ms }) => visible_ms <= nowMs).reverse()
  }

  /** Creates unknown tags. Tag names are case-insensitive. */
  put(document: Document): void {
    const { account_id, updated_ms } = document
    const known = new Map(this.tagsOf(account_id).map((name) => [name.toLowerCase(), name]))
    const tags = document.tags.map((name) => known.get(name.toLowerCase()) ?? name)
    for (const name of tags.filter((name) => !known.has(name.toLowerCase())))
      this.#tags.put({ id: `${account_id} ${name.toLowerCase()}`, created_ms: updated_ms, account_id, name })
    this.#documents.put({ ...document, tags })
  }

  tagsOf(accountId: string): string[] {
    return [...this.#tags.values()].flatMap(({ account_id, name }) => (account_id === accountId ? [name] : []))
  }

  clear(): void {
    this.#documents.clear()
    this.#tags.clear()
  }

  /** Ghost appends a number to a taken slug, which shows clients that they posted twice. */
  freeSlug(wanted: string, accountId: string): string {
    const base = slugify(wanted) || 'untitled'
    for (let number = 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${number}`
      if (!this.#slugs.has(slugKey(accountId, slug))) return slug
    }
  }
}

const slugKey = (accountId: string, slug: string): string => `${accountId} ${slug}`

export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 185)
