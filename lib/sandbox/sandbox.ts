import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ChannelId } from '../channels/ids'
import { type Clock, systemClock } from '../clock'
import { type Account, Accounts, type TokenState } from './accounts'
import { CallLog } from './calls'
import { Faults } from './faults'
import { Files } from './files'
import type { Film } from './films'
import type { Image } from './images'
import { Journal } from './journal'
import { Ledger, type LedgerMedia, type LedgerPost } from './ledger'
import { Mailbox } from './mail/mailbox'
import { Tokens } from './oauth/tokens'
import { SettingsBook } from './settings'
import { type Kept, Shelf, type Watcher } from './shelf'
import { RateWindows } from './windows'

export const dayMs = 86_400_000

type NewPost = Omit<LedgerPost, 'created_ms' | 'visible_ms' | 'deleted_ms'>

/** Everything the networks share. They keep their own things on shelves of it. */
export class Sandbox {
  readonly clock: Clock
  readonly journal: Journal
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly ledger: Ledger
  readonly settings: SettingsBook
  readonly faults: Faults
  readonly files: Files
  readonly mailbox: Mailbox
  readonly calls = new CallLog()
  readonly windows = new RateWindows()
  /** Set once the server knows its port. */
  origin = ''

  constructor(directory: string, clock: Clock = systemClock) {
    mkdirSync(directory, { recursive: true })
    this.clock = clock
    this.journal = new Journal(join(directory, 'journal.jsonl'))
    this.accounts = new Accounts(this.journal)
    this.tokens = new Tokens(this.journal, this.clock, this.accounts)
    this.ledger = new Ledger(this.journal)
    this.settings = new SettingsBook(this.journal)
    this.faults = new Faults(this.journal)
    this.files = new Files(directory)
    this.mailbox = new Mailbox(this.journal)
  }

  nowMs(): number {
    return this.clock().getTime()
  }

  shelf<T extends Kept>(name: string, keepMs?: number, watcher?: Watcher<T>): Shelf<T> {
    return new Shelf<T>(this.journal, this.clock, name, keepMs, watcher)
  }

  /** Makes a post public. `alongside` is written in the same line of the journal: a container becoming PUBLISHED. */
  publish(post: NewPost, alongside: () => void = () => {}): LedgerPost {
    const createdMs = this.nowMs()
    const lagMs = this.settings.for(post.network).visibility_lag_ms
    const made = { ...post, created_ms: createdMs, visible_ms: createdMs + lagMs, deleted_ms: null }
    this.journal.together(() => {
      this.ledger.add(made)
      alongside()
    })
    return made
  }

  /** Keeps a picture or film: bytes, or the name of a draft that was put together in `files`. */
  async keep(
    bytes: Buffer | string,
    found: Image | Film,
    sourceUrl: string | null,
    altText: string | null,
  ): Promise<LedgerMedia> {
    const { format, width, height } = found
    const isDraft = typeof bytes === 'string'
    const file = isDraft ? await this.files.keepDraft(bytes, format) : await this.files.keep(bytes, format)
    return { file, alt_text: altText, width, height, source_url: sourceUrl }
  }

  mediaUrl(media: LedgerMedia): string {
    return `${this.origin}/media/${media.file}`
  }

  permalink(post: LedgerPost): string {
    return `${this.origin}${post.path}`
  }

  /** What becomes of an account's credentials, and of every token that was given out for it so far. */
  setToken(account: Account, state: TokenState): void {
    this.journal.together(() => {
      this.tokens.setState(account, state)
      this.accounts.setToken(account, state)
    })
  }

  /** The number of posts a day that is in force, or null when nothing limits them. */
  quota(network: ChannelId, ownNumber: number): number | null {
    const settings = this.settings.for(network)
    return settings.enforce_quotas ? (settings.posts_per_day ?? ownNumber) : null
  }
}
