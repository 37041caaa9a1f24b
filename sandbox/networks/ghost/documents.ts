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
  lexical: string | null
  status: 'draft' | 'published'
  updated_ms: number
  published_ms: number | null
  /** When listings start to include it. */
  visible_ms: number
  tags: string[]
  authors: string[]
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
  readonly #bySlug = new Map<string, string>()
  readonly #bySite = new Map<string, Set<string>>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#tags = sandbox.collection<Tag>('ghost.tag')
    this.#documents = sandbox.collection<Document>('ghost.post', undefined, {
      put: (document, before) => {
        if (before) this.#bySlug.delete(slugKey(before.account_id, before.slug))
        this.#bySlug.set(slugKey(document.account_id, document.slug), document.id)
        this.#byUuid.set(document.uuid, document.id)
        const ids = this.#bySite.get(document.account_id) ?? new Set<string>()
        this.#bySite.set(document.account_id, ids.add(document.id))
      },
      drop: ({ account_id, slug, id }) => {
        this.#bySlug.delete(slugKey(account_id, slug))
        this.#bySite.get(account_id)?.delete(id)
      },
      clear: () => {
        for (const index of [this.#bySlug, this.#byUuid, this.#bySite]) index.clear()
      },
    })
  }

  get(id: string, accountId: string): Document | undefined {
    return this.#documents.own(id, accountId)
  }

  bySlug(slug: string, accountId: string): Document | undefined {
    return this.#documents.get(this.#bySlug.get(slugKey(accountId, slug)) ?? '')
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
    for (const name of tags) if (!known.has(name.toLowerCase())) this.addTag(account_id, name, updated_ms)
    this.#documents.put({ ...document, tags })
  }

  tagsOf(accountId: string): string[] {
    return [...this.#tags.values()].flatMap(({ account_id, name }) => (account_id === accountId ? [name] : []))
  }

  addTag(account_id: string, name: string, created_ms: number): void {
    this.#tags.put({ id: `${account_id} ${name.toLowerCase()}`, created_ms, account_id, name })
  }

  drop(document: Document): void {
    this.#documents.drop(document.id)
  }

  clear(): void {
    this.#documents.clear()
    this.#tags.clear()
  }

  /** Ghost appends a number to a taken slug, which shows clients that they posted twice. */
  freeSlug(wanted: string, accountId: string, ownId?: string): string {
    const base = slugify(wanted) || 'untitled'
    for (let number = 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${number}`
      const taken = this.#bySlug.get(slugKey(accountId, slug))
      if (taken === undefined || taken === ownId) return slug
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
