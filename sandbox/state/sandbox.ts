import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ChannelId } from '@/lib/channel-ids'
import { type Clock, systemClock } from '@/lib/clock'
import { Files } from '../media/files'
import type { ImageFile } from '../media/images'
import type { VideoFile } from '../media/videos'
import { type Account, type AccountRequest, Accounts, type TokenState } from './accounts'
import { Articles } from './articles'
import { CallLog, RateWindows } from './calls'
import { Collection, EventLog, type Item, type Watcher } from './event-log'
import { FaultInjection } from './fault-injection'
import { InboxStore } from './inbox-store'
import { Mailbox } from './mailbox'
import { ModelState } from './model-state'
import { PostStore, type StoredMedia, type StoredPost } from './post-store'
import { SettingsBook } from './settings'
import { Stats } from './stats'
import { Tokens } from './tokens'

export const dayMs = 86_400_000

type NewPost = Pick<StoredPost, 'id' | 'path'> & Partial<StoredPost>

/** The state that all networks share. */
export class Sandbox {
  readonly clock: Clock
  readonly log: EventLog
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly posts: PostStore
  readonly settings: SettingsBook
  readonly stats: Stats
  readonly faults: FaultInjection
  readonly files: Files
  readonly mailbox: Mailbox
  readonly articles: Articles
  readonly model: ModelState
  readonly inbox: InboxStore
  readonly calls = new CallLog()
  readonly windows = new RateWindows()
  /** Creates what belongs to a new account, such as boards. */
  readonly setUp: Partial<Record<ChannelId, (account: Account) => void>> = {}
  /** Set once the server knows its port. */
  origin = ''

  constructor(directory: string, clock: Clock = systemClock, modelLog: string | null = null) {
    mkdirSync(directory, { recursive: true })
    this.clock = clock
    this.log = new EventLog(join(directory, 'journal.jsonl'))
    this.accounts = new Accounts(this.log)
    this.tokens = new Tokens(this.log, clock, this.accounts)
    this.posts = new PostStore(this.log)
    this.settings = new SettingsBook(this.log)
    this.stats = new Stats(this.log, clock, this.settings)
    this.faults = new FaultInjection(this.log)
    this.files = new Files(directory)
    this.mailbox = new Mailbox(this.log)
    this.articles = new Articles(this.log)
    this.model = new ModelState(modelLog)
    this.inbox = new InboxStore(this.log, clock)
  }

  nowMs(): number {
    return this.clock().getTime()
  }

  /** Must be called before the log is replayed. */
  collection<T extends Item>(name: string, lifetimeMs?: number, watcher?: Watcher<T>): Collection<T> {
    return new Collection<T>(this.log, this.clock, name, lifetimeMs, watcher)
  }

  /** Creates an account. Does not check whether the id is taken. */
  openAccount(request: AccountRequest): Account {
    return this.log.batch(() => {
      const account = this.accounts.open(request, this.nowMs())
      this.setUp[account.network]?.(account)
      return account
    })
  }

  /** Publishes a post. `alongside` is stored with it, for example that its container is published. */
  publish(
    { call, account: { network, account_id } }: { call: { id: string }; account: Account },
    post: NewPost,
    alongside: () => void = () => {},
  ): StoredPost {
    const createdMs = this.nowMs()
    const made: StoredPost = {
      network,
      account_id,
      call_id: call.id,
      parent_id: null,
      title: null,
      text: '',
      link: null,
      media: [],
      detail: {},
      ...post,
      created_ms: createdMs,
      visible_ms: createdMs + this.settings.for(network).visibility_lag_ms,
      deleted_ms: null,
    }
    this.log.batch(() => {
      this.posts.add(made)
      alongside()
    })
    return made
  }

  /** Stores an image or video. @param bytes its content, or the name of a draft in `files` */
  async store(
    bytes: Buffer | string,
    { format, width, height }: ImageFile | VideoFile,
    sourceUrl: string | null = null,
    altText: string | null = null,
  ): Promise<StoredMedia> {
    const file = await (typeof bytes === 'string'
      ? this.files.storeDraft(bytes, format)
      : this.files.store(bytes, format))
    return { file, alt_text: altText, width, height, source_url: sourceUrl }
  }

  mediaUrl({ file }: StoredMedia): string {
    return `${this.origin}/media/${file}`
  }

  permalink({ path }: StoredPost): string {
    return this.origin + path
  }

  get avatarUrl(): string {
    return `${this.origin}/samples/dawn.jpg`
  }

  /** Sets the state of an account's credentials and of all tokens issued for it so far. */
  setToken(account: Account, state: TokenState): void {
    this.log.batch(() => {
      this.tokens.setState(account, state)
      this.accounts.setToken({ network: account.network, account_id: account.account_id, token: state })
    })
  }

  quota(network: ChannelId, networkLimit: number | null): number | null {
    const settings = this.settings.for(network)
    return settings.enforce_quotas ? (settings.posts_per_day ?? networkLimit) : null
  }

  isQuotaUsed(account: Account, networkLimit: number | null, counts?: (post: StoredPost) => boolean): boolean {
    const quota = this.quota(account.network, networkLimit)
    const sinceMs = this.nowMs() - dayMs
    return quota !== null && this.posts.countSince(account.network, account.account_id, sinceMs, counts) >= quota
  }
}
