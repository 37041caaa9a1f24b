import type { Asset } from '@/lib/media/contract'
import { parseTags } from '../assets/parse-tags'

export const assetFieldNames = ['name', 'alt_text', 'category', 'tags'] as const
export type AssetFieldName = (typeof assetFieldNames)[number]
type Texts = Record<AssetFieldName, string>
/** An error is of the last save. What was typed is kept. */
export type FieldState = { kind: 'saving' | 'saved' } | { kind: 'failed'; error: unknown }
export type AssetFields = { texts: Texts; states: Partial<Record<AssetFieldName, FieldState>> }

/** Saves one member of a file. */
type Send = (
  change: { name: string } | { alt_text: string | null } | { category: string | null } | { tags: string[] },
) => Promise<Asset>

/** A name is required. Nothing is sent without one. */
export class NameMissing extends Error {}

/**
 * The fields of a file while they are edited. Each one is saved by itself. What was typed is kept until it is saved, also
 * when a save fails or the dialog is closed.
 */
export class AssetDrafts {
  private typed: Partial<Texts> = {}
  private states: AssetFields['states'] = {}
  private saves: Partial<Record<AssetFieldName, Promise<void>>> = {}
  private saved: Texts
  private shown: AssetFields
  private readonly listeners = new Set<() => void>()

  constructor(
    asset: Asset,
    private readonly send: Send,
  ) {
    this.saved = textsOf(asset)
    this.shown = { texts: this.saved, states: {} }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Returns the same object until something changes. */
  readonly get = (): AssetFields => this.shown

  /** The file as the server has it now. */
  load(asset: Asset): void {
    this.saved = textsOf(asset)
    this.notify()
  }

  readonly type = (name: AssetFieldName, text: string): void => {
    this.typed[name] = text
    if (this.states[name]?.kind !== 'saving') delete this.states[name]
    this.notify()
  }

  /** @returns whether all fields are saved. A field without changes is not sent */
  readonly save = async (): Promise<boolean> => {
    await Promise.all(assetFieldNames.map((name) => this.saveField(name)))
    return Object.keys(this.typed).length === 0
  }

  private async saveField(name: AssetFieldName): Promise<void> {
    // One request at a time, so that the last one typed wins. The first one starts at once: the page may be closing.
    if (this.saves[name]) await this.saves[name]
    if (!this.isChanged(name)) {
      delete this.typed[name]
      return this.notify()
    }
    this.saves[name] ??= this.sendField(name).finally(() => delete this.saves[name])
    await this.saves[name]
  }

  private async sendField(name: AssetFieldName): Promise<void> {
    const text = this.typed[name] ?? ''
    this.show(name, { kind: 'saving' })
    try {
      if (name === 'name' && text.trim() === '') throw new NameMissing('Enter a name.')
      const asset = await this.send(changeOf(name, text))
      this.saved = { ...this.saved, [name]: textsOf(asset)[name] }
      const isNewer = this.typed[name] !== text
      if (!isNewer) delete this.typed[name]
      this.show(name, isNewer ? undefined : { kind: 'saved' })
    } catch (error) {
      this.show(name, { kind: 'failed', error })
    }
  }

  private isChanged(name: AssetFieldName): boolean {
    const text = this.typed[name]
    if (text === undefined) return false
    return JSON.stringify(changeOf(name, text)) !== JSON.stringify(changeOf(name, this.saved[name]))
  }

  private show(name: AssetFieldName, state: FieldState | undefined): void {
    const { [name]: _, ...others } = this.states
    this.states = state ? { ...others, [name]: state } : others
    this.notify()
  }

  private notify(): void {
    this.shown = { texts: { ...this.saved, ...this.typed }, states: { ...this.states } }
    for (const listener of this.listeners) listener()
  }
}

const textsOf = ({ name, alt_text, category, tags }: Asset): Texts => ({
  name,
  alt_text: alt_text ?? '',
  category: category ?? '',
  tags: tags.join(', '),
})

function changeOf(name: AssetFieldName, text: string): Parameters<Send>[0] {
  if (name === 'tags') return { tags: parseTags(text) }
  if (name === 'name') return { name: text.trim() }
  const value = text.trim() || null
  return name === 'category' ? { category: value } : { alt_text: value }
}
