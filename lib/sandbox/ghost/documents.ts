import type { Json } from '../../channels/channel'
import type { Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'

/** A post of a site, public or not. */
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
  /** When listings begin to show it. */
  visible_ms: number
  tags: string[]
  authors: string[]
  /** The fields that are only kept and given back: images, excerpts, metadata. */
  more: { [name: string]: Json }
}

type Tag = { id: string; created_ms: number; account_id: string; name: string }

export class Documents {
  readonly #shelf: Shelf<Document>
  readonly #tags: Shelf<Tag>
  readonly #byUuid = new Map<string, string>()
  readonly #sandbox: Sandbox
  /** Ids of a site's documents by slug; Ghost's slugs are unique within one. */
  readonly #slugs = new Map<string, string>()
  readonly #bySite = new Map<string, Set<string>>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#tags = sandbox.shelf<Tag>('ghost.tag')
    this.#shelf = sandbox.shelf<Document>('ghost.post', undefined, {
      put: (document, before) => {
        if (before) this.#slugs.delete(slugKey(before.account_id, before.slug))
        this.#slugs.set(slugKey(document.account_id, document.slug), document.id)
        this.#byUuid.set(document.uuid, document.id)
        const ids = this.#bySite.get(document.account_id) ?? new Set<string>()
        this.#bySite.set(document.account_id, ids.add(document.id))
      },
      drop: (document) => {
        this.#slugs.delete(slugKey(document.account_id, document.slug))
        this.#bySite.get(document.account_id)?.delete(document.id)
      },
      wipe: () => {
        this.#slugs.clear()
        this.#byUuid.clear()
        this.#bySite.clear()
      },
    })
  }

  get(id: string, accountId: string): Document | undefined {
    const document = this.#shelf.get(id)
    return document?.account_id === accountId ? document : undefined
  }

  bySlug(slug: string, accountId: string): Document | undefined {
    const id = this.#slugs.get(slugKey(accountId, slug))
    return id === undefined ? undefined : this.#shelf.get(id)
  }

  /** What a listing shows now, newest first. */
  list(accountId: string): Document[] {
    const nowMs = this.#sandbox.nowMs()
    const documents = [...(this.#bySite.get(accountId) ?? [])].flatMap((id) => this.#shelf.get(id) ?? [])
    return documents.filter(({ visible_ms }) => visible_ms <= nowMs).reverse()
  }

  /** Its preview's address names it so. */
  byUuid(uuid: string): Document | undefined {
    return this.#shelf.get(this.#byUuid.get(uuid) ?? '')
  }

  /** Tags of a document that the site does not know yet are made with it; one of another case is the known one. */
  put(document: Document): void {
    const known = new Map(this.tagsOf(document.account_id).map((name) => [name.toLowerCase(), name]))
    const tags = document.tags.map((name) => known.get(name.toLowerCase()) ?? name)
    for (const name of tags)
      if (!known.has(name.toLowerCase())) this.addTag(document.account_id, name, document.updated_ms)
    this.#shelf.put({ ...document, tags })
  }

  /** The names of a site's tags. */
  tagsOf(accountId: string): string[] {
    return [...this.#tags.values()].flatMap(({ account_id, name }) => (account_id === accountId ? [name] : []))
  }

  addTag(accountId: string, name: string, createdMs: number): void {
    this.#tags.put({ id: `${accountId} ${name.toLowerCase()}`, created_ms: createdMs, account_id: accountId, name })
  }

  drop(document: Document): void {
    this.#shelf.drop(document.id)
  }

  clear(): void {
    this.#shelf.clear()
    this.#tags.clear()
  }

  /** Ghost never refuses a slug that is taken: it counts on, which is what shows a client that it posted twice. */
  freeSlug(wanted: string, accountId: string, ownId?: string): string {
    const base = slugify(wanted) || 'untitled'
    for (let number = 1; ; number++) {
      const slug = number === 1 ? base : `${base}-${number}`
      const taken = this.#slugs.get(slugKey(accountId, slug))
      if (taken === undefined || taken === ownId) return slug
    }
  }
}

const slugKey = (accountId: string, slug: string): string => `${accountId} ${slug}`

export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 185)
}
